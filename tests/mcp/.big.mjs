import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const rss=(pid)=>Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`,"utf8"))[1])/1024;
const p=spawn(process.execPath,["/work/main/pkg/dist/cli.js","mcp","--stats",...(process.argv[3]?[process.argv[3]]:[]),"--",process.execPath,"/work/main/tests/mcp/servers/odd.mjs"],{stdio:["pipe","pipe","inherit"]});
const waits=new Map();let n=0;
createInterface({input:p.stdout}).on("line",l=>{const m=JSON.parse(l);waits.get(m.id)?.([m,l.length]);});
const call=(method,params)=>new Promise(r=>{const id=++n;waits.set(id,r);p.stdin.write(JSON.stringify({jsonrpc:"2.0",id,method,params})+"\n")});
await call("initialize",{protocolVersion:"2025-06-18"});await call("tools/list",{});
await call("tools/call",{name:"echo",arguments:{message:"x".repeat(50000)}});
const idle=rss(p.pid); let peak=0; const iv=setInterval(()=>peak=Math.max(peak,rss(p.pid)),20);
const mb=Number(process.argv[2]??100);
for (const name of ["text","items","structured","image"]) { peak=0; const t=performance.now(); const [m,len]=await call("tools/call",{name,arguments:{megabytes:mb}}); console.log(name,Math.round(performance.now()-t),"ms idle",Math.round(idle),"peak",Math.round(peak),"out",len, JSON.stringify(m).slice(0,150)," ... ",JSON.stringify(m).slice(-260)); }
clearInterval(iv); p.stdin.end();
