import { parseSync, Visitor } from 'oxc-parser'

/** Makes a function that names the line of a position in a text. */
function lineFinder(text) {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return position => {
    const later = ends.findIndex(end => end >= position)
    return later === -1 ? ends.length + 1 : later + 1
  }
}

/**
 * Reads what the figures need of the syntax tree of a source: every module that the source names (imports, exports
 * from a module, `import('...')` as an expression or a type), and every `as` and `!`. A source that is no valid
 * TypeScript throws an `Error` that names the source.
 */
export function readSyntax(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  const lineOf = lineFinder(text)
  const [imports, casts] = [[], []]
  const addImport = node => {
    if (typeof node.source?.value === 'string')
      imports.push({ specifier: node.source.value, line: lineOf(node.source.start) })
  }
  const addCast = kind => node => casts.push({ kind, line: lineOf(node.start) })
  const isConst = ({ typeName }) => typeName?.name === 'const'
  new Visitor({
    ImportDeclaration: addImport,
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    ImportExpression: addImport,
    TSImportType: addImport,
    TSAsExpression: node => {
      if (!isConst(node.typeAnnotation)) addCast('as')(node)
    },
    TSTypeAssertion: addCast('as'),
    TSNonNullExpression: addCast('!'),
  }).visit(program)
  return { imports, casts }
}
