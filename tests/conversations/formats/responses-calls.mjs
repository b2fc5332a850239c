// The items of calls, their outputs, and of the tools that OpenAI runs itself.
import { dice } from "../dice.mjs";
import { argumentsText, dataUrl, defined, resultBlocks, resultText } from "./shared.mjs";

/** Which item a call is. It follows from the call alone, so that its output can find out. */
export function kindOf({ name, roll }) {
  const die = dice(roll);
  const special = {
    Bash: ["shell_call", "local_shell_call", "function_call"],
    apply_patch: ["apply_patch_call", "custom_tool_call", "function_call"],
    grep_search: ["tool_search_call", "function_call", "function_call"],
    read_file: ["computer_call", "function_call", "function_call"],
  }[name];
  if (special && die.chance("special", 2)) return die.pick("kind", special);
  return die.chance("custom", 8) ? "custom_tool_call" : "function_call";
}

export function callItem(call, newId) {
  const { id: call_id, name, args, roll } = call;
  const die = dice(roll);
  const status = die.pick("status", [undefined, "completed"]);
  const item = {
    function_call: () => ({
      type: "function_call",
      id: die.pick("id", [undefined, newId("fc")]),
      call_id,
      name,
      arguments: argumentsText(args, die),
      status,
      namespace: die.chance("namespace", 10) ? "crm" : undefined,
    }),
    custom_tool_call: () => ({
      type: "custom_tool_call",
      id: die.pick("id", [undefined, newId("ctc")]),
      call_id,
      name,
      input: args.diff ?? "SELECT 1",
    }),
    shell_call: () => ({
      type: "shell_call",
      id: newId("sh"),
      call_id,
      status: "completed",
      action: { commands: [args.command], timeout_ms: args.timeout, max_output_length: null },
    }),
    local_shell_call: () => ({
      type: "local_shell_call",
      id: newId("lsh"),
      call_id,
      status: "completed",
      action: { type: "exec", command: ["bash", "-lc", args.command], env: {}, timeout_ms: args.timeout },
    }),
    apply_patch_call: () => ({
      type: "apply_patch_call",
      id: newId("apc"),
      call_id,
      status: "completed",
      operation: { type: "update_file", path: args.path, diff: args.diff },
    }),
    tool_search_call: () => ({
      type: "tool_search_call",
      id: newId("tsc"),
      call_id,
      execution: "client",
      status: "completed",
      arguments: args,
    }),
    computer_call: () => ({
      type: "computer_call",
      id: newId("cu"),
      call_id,
      status: "completed",
      pending_safety_checks: [],
      ...die.pick("actions", [
        { action: { type: "screenshot" } },
        { actions: [{ type: "wait" }, { type: "screenshot" }] },
      ]),
    }),
  }[kindOf(call)]();
  return defined(item);
}

/** A string, or a list of texts and images. */
function outputOf(result, die) {
  if (typeof result.content === "string" && !(result.content.trim() && die.chance("list", 4))) return result.content;
  return resultBlocks(result).map(({ type, text, media }) =>
    type === "text" ? { type: "input_text", text } : { type: "input_image", image_url: dataUrl(media), detail: "auto" },
  );
}

function localShellOutput(call_id, output, die, newId) {
  const type = "local_shell_call_output";
  // The types know an `id` alone, the guide a `call_id`; Codex answers as if it were a function.
  return die.pick("local", [
    { type, id: call_id, output },
    { type, call_id, output },
    { type, id: newId("lsho"), call_id, output, status: "completed" },
    { type: "function_call_output", call_id, output },
  ]);
}

export function outputItem(call, result, newId) {
  const die = dice(result.roll);
  const call_id = call.id;
  const id = die.pick("id", [undefined, newId("out")]);
  const text = resultText(result);
  const exit = result.isError ? { type: "timeout" } : { type: "exit", exit_code: 0 };
  const item = {
    function_call: () => ({
      type: "function_call_output",
      id: id?.replace("out", "fco"),
      call_id,
      output: outputOf(result, die),
      status: id && (result.isError ? "incomplete" : "completed"),
    }),
    custom_tool_call: () => ({ type: "custom_tool_call_output", call_id, output: outputOf(result, die) }),
    shell_call: () => ({
      type: "shell_call_output",
      call_id,
      output: [{ stdout: text, stderr: "", outcome: exit }],
      max_output_length: null,
    }),
    local_shell_call: () => localShellOutput(call_id, text, die, newId),
    apply_patch_call: () => ({
      type: "apply_patch_call_output",
      call_id,
      status: result.isError ? "failed" : "completed",
      output: die.pick("output", [text, undefined, null]),
    }),
    tool_search_call: () => ({
      type: "tool_search_output",
      call_id,
      execution: "client",
      status: "completed",
      tools: [{ type: "function", name: "read_file", parameters: {}, strict: true }],
    }),
    computer_call: () => ({
      type: "computer_call_output",
      call_id,
      output: { type: "computer_screenshot", image_url: "data:image/png;base64,iVBORw0KGgo=" },
      acknowledged_safety_checks: [],
    }),
  }[kindOf(call)]();
  return defined(item);
}

/** What OpenAI's own tools leave: one item each, call and result together. */
export function hostedItems(hosted, newId) {
  const die = dice(hosted.roll);
  const { input, output, failed } = hosted;
  const status = failed ? "failed" : "completed";
  const mcp = (rest) => ({ server_label: "docs", name: "search", arguments: JSON.stringify({ q: input }), ...rest });
  const kinds = {
    search: {
      web: () => [{ type: "web_search_call", id: newId("ws"), status, action: { type: "search", query: input } }],
      page: () => [
        { type: "web_search_call", id: newId("ws"), status, action: { type: "open_page", url: "https://example.com" } },
      ],
      file: () => [
        {
          type: "file_search_call",
          id: newId("fs"),
          status,
          queries: [input],
          results: failed ? null : [{ text: output }],
        },
      ],
      tools: () => [
        {
          type: "tool_search_call",
          id: newId("tsc"),
          call_id: null,
          execution: "server",
          arguments: { paths: ["crm"] },
        },
        { type: "tool_search_output", id: newId("tso"), call_id: null, execution: "server", tools: [] },
      ],
    },
    code: {
      interpreter: () => [
        {
          type: "code_interpreter_call",
          id: newId("ci"),
          container_id: "cntr_abc123",
          code: input,
          outputs: failed ? null : [{ type: "logs", logs: output }],
          status,
        },
      ],
      image: () => [{ type: "image_generation_call", id: newId("ig"), status, result: failed ? null : "iVBORw0KGgo=" }],
      mcp: () => {
        const error = failed ? { type: "http_error", code: 500, message: "down" } : null;
        return [
          {
            type: "mcp_list_tools",
            id: newId("mcpl"),
            server_label: "docs",
            tools: [{ name: "search", input_schema: {} }],
          },
          { type: "mcp_call", id: newId("mcp"), status, output: failed ? null : output, error, ...mcp() },
        ];
      },
      approval: () => {
        const approval_request_id = newId("mcpr");
        return [
          { type: "mcp_approval_request", id: approval_request_id, ...mcp() },
          { type: "mcp_approval_response", approval_request_id, approve: !failed },
          ...(failed ? [] : [{ type: "mcp_call", id: newId("mcp"), approval_request_id, output, ...mcp() }]),
        ];
      },
    },
  }[hosted.kind];
  return die.pick("kind", Object.values(kinds))();
}
