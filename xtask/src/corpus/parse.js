// What a program is: its kind, and the names that it leaves. Part of other scripts.
const acorn = require('acorn');

const parsed = (code, sourceType) => acorn.parse(code, {
    ecmaVersion: 'latest',
    sourceType,
    allowHashBang: true,
    allowReturnOutsideFunction: sourceType === 'script',
    allowAwaitOutsideFunction: sourceType === 'module',
});

// Calls `visit` with each node, its parent and whether it is inside of a function.
const walked = (node, visit, parent = null, inner = false) => {
    if (Array.isArray(node)) return node.forEach(one => walked(one, visit, parent, inner));
    if (!node || typeof node.type !== 'string') return;
    visit(node, parent, inner);
    const within = inner || /Function|^ClassBody$/.test(node.type);
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') walked(node[key], visit, node, within);
};

// The names that a pattern binds or writes.
const bound = pattern => {
    switch (pattern && pattern.type) {
        case 'Identifier': return [pattern.name];
        case 'ObjectPattern': return pattern.properties.flatMap(one => bound(one.value || one.argument));
        case 'ArrayPattern': return pattern.elements.flatMap(bound);
        case 'AssignmentPattern': return bound(pattern.left);
        case 'RestElement': return bound(pattern.argument);
        default: return [];
    }
};

// The names of the top level: declared there, and written without any declaration.
const leftNames = tree => {
    const top = new Set(), declared = new Set(), written = new Set();
    walked(tree, (node, parent, inner) => {
        const add = names => names.forEach(name => {
            declared.add(name);
            const isOfTop = parent === tree || node.type === 'VariableDeclaration' && node.kind === 'var';
            if (!inner && isOfTop || node.type === 'FunctionDeclaration' && !inner) top.add(name);
        });
        if (node.type === 'VariableDeclaration') add(node.declarations.flatMap(one => bound(one.id)));
        if (/^(Function|Class)/.test(node.type) && node.id) {
            if (node.type.endsWith('Declaration')) add([node.id.name]);
            else declared.add(node.id.name);
        }
        if (node.params) node.params.flatMap(bound).forEach(name => declared.add(name));
        if (node.type === 'CatchClause') bound(node.param).forEach(name => declared.add(name));
        if (node.type === 'AssignmentExpression') bound(node.left).forEach(name => written.add(name));
        if (/^For(In|Of)/.test(node.type)) bound(node.left).forEach(name => written.add(name));
        if (node.type === 'UpdateExpression') bound(node.argument).forEach(name => written.add(name));
    });
    return [...top, ...[...written].filter(name => !declared.has(name))].sort();
};

const isOfModule = tree => {
    let found = false;
    walked(tree, node => {
        found ||= /^(Import|Export)\w*Declaration$/.test(node.type) || node.type === 'MetaProperty' && node.meta.name === 'import';
    });
    return found;
};

// The kind of a program; throws if it is none.
const kindOf = (file, code, isModulePackage) => {
    if (/\.m?ts$/.test(file)) return 'typescript';
    const attempt = type => { try { return parsed(code, type); } catch { return null; } };
    const module = attempt('module');
    if (module && (file.endsWith('.mjs') || isModulePackage || isOfModule(module))) return 'module';
    if (file.endsWith('.mjs')) throw Error('no module');
    parsed(code, 'script');
    if (/typeof (define|module|exports)\b/.test(code)) return 'script';
    return file.endsWith('.cjs') || /\brequire\s*\(|\bmodule\.exports\b|\bexports\./.test(code) ? 'commonjs' : 'script';
};

// The names that stubs of modules must have: those that are imported, and those of all members for whole modules.
const imported = code => {
    const names = new Set();
    try {
        walked(parsed(code, 'module'), node => {
            const add = one => names.add(one.name ?? one.value);
            if (node.type === 'ImportSpecifier') add(node.imported);
            if (node.type === 'ExportNamedDeclaration' && node.source) node.specifiers.forEach(one => add(one.local));
            if (node.type === 'MemberExpression' && !node.computed) add(node.property);
        });
    } catch { /* it will not run either */ }
    return [...names].filter(name => typeof name === 'string');
};

// The names of a classic script that other scripts use, and those that a module of Node gets.
const keptNames = (kind, code) => {
    if (kind === 'commonjs') {
        const tree = parsed(code, 'script');
        const declared = new Set(tree.body.flatMap(node => node.declarations ? node.declarations.flatMap(one => bound(one.id)) : node.id ? [node.id.name] : []));
        const leaked = leftNames(tree).filter(name => !declared.has(name));
        return [...new Set(['module', 'exports', 'require', ...leaked])];
    }
    return kind === 'script' ? leftNames(parsed(code, 'script')) : [];
};
