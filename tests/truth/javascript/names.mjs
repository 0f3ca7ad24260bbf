// What importing a package gives at run time: one line of JSON on standard output, after `@@`.
//
// usage, in the folder that holds node_modules: node --input-type=module --eval "$(cat names.mjs)" -- PACKAGE
//
// This RUNS the package: it is an oracle, for packages that were installed to be run. The answer is {"kind", "keys",
// "own", "inherited", "imported"}: the type of what `require` gives, its enumerable names, all its names, those of its
// prototypes, and the names of what `import` gives. What fails is absent.

import { writeSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";

const asked = process.argv.at(-1);
// A package with the name of a module of the runtime is only reached as a folder.
const name = builtinModules.includes(asked) ? `${asked}/` : asked;
const ofFunctions = new Set(["length", "name", "prototype", "arguments", "caller"]);
const plain = [Object.prototype, Function.prototype, Array.prototype];
let required = {};
let imported = {};

try {
  const given = createRequire(join(process.cwd(), "oracle.cjs"))(name);
  const holds = given !== null && (typeof given === "object" || typeof given === "function");
  const inherited = [];
  for (let of = holds ? Object.getPrototypeOf(given) : null; of && !plain.includes(of); of = Object.getPrototypeOf(of)) {
    inherited.push(...Object.getOwnPropertyNames(of));
  }
  required = {
    kind: Array.isArray(given) ? "array" : typeof given,
    keys: holds && !Array.isArray(given) ? Object.keys(given) : [],
    own: holds ? Object.getOwnPropertyNames(given).filter((key) => !ofFunctions.has(key)) : [],
    inherited,
  };
} catch {
  // An ES module, a package for browsers, one that lacks something it asks for.
}
try {
  imported = { imported: Object.keys(await import(name)) };
} catch {
  // As above.
}
writeSync(1, `\n@@${JSON.stringify({ ...required, ...imported })}\n`);
process.exit(0);
