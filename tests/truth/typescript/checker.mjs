// What the TypeScript checker says a package exports: one JSON object on standard output.
//
// usage: node checker.mjs TYPESCRIPT < request.json
//
// TYPESCRIPT is the file of the compiler to import. The request is {"name", "root", "modules": {specifier: file},
// "specifiers": [...], "types": [...], "typeRoots": [...]}, the last two as in a project's settings; the answer {"resolved": {specifier: file}, "items": [{"path", "at", "id", "kind"}]}, where
// equal ids mean the same declarations under the same name, and equal `at` the same declarations under any.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { dirname, join } from "node:path";

const ts = (await import(pathToFileURL(process.argv[2]).href)).default;
const request = JSON.parse(readFileSync(0, "utf8"));
const MAX_PATH = 12;

const options = {
  noLib: true,
  types: request.types ?? [],
  typeRoots: request.typeRoots,
  noEmit: true,
  allowJs: false,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  esModuleInterop: true,
};
const files = [...new Set(Object.values(request.modules))];
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();
const items = [];

const isOwn = (file) => file.startsWith(request.root + "/") && !file.slice(request.root.length).includes("/node_modules/");
const inPackage = (declaration) => isOwn(declaration.getSourceFile().fileName);
const resolve = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
const position = (d) => `${d.getSourceFile().fileName}:${d.pos}`;
const internal = (d) => ts.getJSDocTags(d).some((t) => t.tagName.text === "internal");
// What is internal takes what it holds with it, as `stripInternal` does.
const withdrawn = (d) => internal(d) || Boolean(d.parent && !ts.isSourceFile(d.parent) && withdrawn(d.parent));
const hidden = (d) =>
  (ts.getCombinedModifierFlags(d) & ts.ModifierFlags.Private) !== 0 ||
  (d.name && ts.isPrivateIdentifier(d.name)) ||
  withdrawn(d);
let ownOnly = false; // what others add to the globals and to declared modules is theirs
const visible = (symbol) => (symbol.declarations ?? []).filter((d) => !hidden(d) && (!ownOnly || inPackage(d)));

function nameOf(symbol) {
  const name = ts.unescapeLeadingUnderscores(symbol.escapedName);
  return name.startsWith("__@") || name.startsWith("__#") ? symbol.declarations[0].name.getText() : name;
}

function memberName(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isCallSignatureDeclaration(node)) return "()";
  if (ts.isConstructSignatureDeclaration(node)) return "new";
  if (ts.isIndexSignatureDeclaration(node)) return "[index]";
  if (!node.name) return undefined;
  const name = ts.isComputedPropertyName(node.name) ? node.name.expression : node.name;
  return ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : node.name.getText();
}

function add(path, symbol, kind) {
  const declarations = visible(symbol);
  if (declarations.length === 0) return false;
  const at = declarations.map(position).sort().join("|");
  items.push({ path, at, id: `${at}#${path.at(-1)}`, kind });
  return true;
}

const PROPERTY = ts.ModifierFlags.ParameterPropertyModifier;
const properties = (member) =>
  ts.isConstructorDeclaration(member) ? member.parameters.filter((p) => ts.getCombinedModifierFlags(p) & PROPERTY) : [];

function literals(type) {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (ts.isParenthesizedTypeNode(type)) return literals(type.type);
  return ts.isIntersectionTypeNode(type) ? type.types.flatMap(literals) : [];
}

function bodies(declaration) {
  if (ts.isTypeAliasDeclaration(declaration)) return literals(declaration.type);
  const isOwner = ts.isClassLike(declaration) || ts.isInterfaceDeclaration(declaration) || ts.isEnumDeclaration(declaration);
  return isOwner ? [declaration] : [];
}

function addMembers(path, symbol) {
  const places = new Map();
  for (const body of visible(symbol).flatMap(bodies)) {
    for (const member of body.members.flatMap((m) => [m, ...properties(m)])) {
      const name = memberName(member);
      if (name === undefined || hidden(member)) continue;
      const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
      const key = JSON.stringify([name, isStatic]);
      places.set(key, { name, ids: [...(places.get(key)?.ids ?? []), position(member)] });
    }
  }
  for (const { name, ids } of places.values()) {
    const at = ids.sort().join("|");
    items.push({ path: [...path, name], at, id: `${at}#${path.at(-1)}`, kind: "member" });
  }
}

// What a merged declaration exports may have lost its name: the compiler's own table still has it.
function named(module, wanted) {
  const kept = new Set(wanted);
  const found = [];
  checker.forEachExportAndPropertyOfModule(module, (symbol, key) => {
    if (kept.delete(symbol)) found.push([symbol, symbol.escapedName === "default" ? key : nameOf(symbol)]);
  });
  return [...found, ...[...kept].map((symbol) => [symbol, nameOf(symbol)])];
}

function addExports(path, symbols, seen) {
  for (const [exported, name] of symbols) {
    const outside = ownOnly;
    // A name that this package passes on from another is its own doing.
    if (exported.flags & ts.SymbolFlags.Alias && exported.declarations.some(inPackage)) ownOnly = false;
    addExport(path, exported, name, seen);
    ownOnly = outside;
  }
}

function addExport(path, exported, name, seen) {
  const symbol = resolve(exported);
  const here = [...path, name];
  const module = symbol.flags & ts.SymbolFlags.ValueModule && symbol.declarations?.some(ts.isSourceFile);
  if (symbol.flags & ts.SymbolFlags.Prototype || here.length > MAX_PATH) return;
  if (module) items.push({ path: here, at: "", id: `${position(symbol.declarations[0])}#${name}`, kind: "name" });
  else if (!add(here, symbol, "name")) return;
  addMembers(here, symbol);
  if (symbol.flags & (ts.SymbolFlags.NamespaceModule | ts.SymbolFlags.ValueModule) && !seen.has(symbol)) {
    const inner = checker.getExportsOfModule(symbol).filter(ownOf(symbol));
    addExports(here, named(symbol, inner), new Set([...seen, symbol]));
  }
}

// The static members of a class that a namespace merges with are members already.
const ownOf = (symbol) => (exported) =>
  !(symbol.flags & ts.SymbolFlags.Class) || !(exported.declarations ?? []).every((d) => ts.isClassElement(d));

function addModule(specifier, symbol) {
  const equals = symbol.exports?.get("export=");
  if (equals) {
    const target = resolve(equals);
    if (!(target.flags & ts.SymbolFlags.Namespace) || target.flags & (ts.SymbolFlags.Value & ~ts.SymbolFlags.ValueModule)) {
      add([specifier, "export="], target, "name");
    }
    if (target.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) addMembers([specifier, "export="], target);
    const statics = (s) => !(s.declarations ?? []).every((d) => ts.isClassElement(d));
    const isTyped = (target.flags & ts.SymbolFlags.Class) === 0;
    const exported = isTyped ? checker.getExportsAndPropertiesOfModule(symbol) : checker.getExportsOfModule(symbol);
    addExports([specifier], named(symbol, exported.filter(statics)), new Set([symbol]));
    return;
  }
  addExports([specifier], named(symbol, checker.getExportsOfModule(symbol)), new Set([symbol]));
}

const globals = new Map();
for (const file of program.getSourceFiles()) {
  if (!isOwn(file.fileName)) continue;
  const symbol = checker.getSymbolAtLocation(file);
  for (const [specifier, path] of Object.entries(request.modules)) {
    if (path === file.fileName && symbol) addModule(specifier, symbol);
  }
  const gather = (table) => table?.forEach((s, n) => globals.set(n, checker.getMergedSymbol?.(s) ?? s));
  if (!symbol) gather(file.locals);
  file.forEachChild((statement) => {
    if (ts.isModuleDeclaration(statement) && statement.name.text === "global") gather(statement.symbol.exports);
    if (ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name)) {
      statement.body?.forEachChild((inner) => {
        if (ts.isModuleDeclaration(inner) && inner.name.text === "global") gather(inner.symbol.exports);
      });
    }
  });
}
for (const ambient of checker.getAmbientModules()) {
  ownOnly = ambient.declarations.some((d) => !inPackage(d));
  const isAmbient = ambient.declarations.some((d) => ts.isModuleDeclaration(d) && inPackage(d));
  if (isAmbient) addModule(ambient.name.slice(1, -1), ambient);
}
ownOnly = true;
globals.forEach((symbol, name) => {
  if (!name.startsWith('"')) addExports(["globalThis"], [[symbol, nameOf(symbol)]], new Set());
});

const from = join(dirname(request.root), "..", "truth.mts");
const resolved = {};
for (const specifier of request.specifiers) {
  const found = ts.resolveModuleName(specifier, from, options, ts.sys, undefined, undefined, ts.ModuleKind.ESNext);
  resolved[specifier] = found.resolvedModule?.resolvedFileName ?? null;
}
process.stdout.write(JSON.stringify({ resolved, items }));
