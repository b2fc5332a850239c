// What the libraries expect of the place where they run, said before they are loaded.
import { config } from "zod/v4/core";

// The page's policy forbids `new Function`, which zod would try before it does without.
config({ jitless: true });

// LangChain's validator makes an address of origin and path, which those of a worker from inside a script do not give.
Object.defineProperty(self, "location", { value: new URL("https://worker.invalid/") });
