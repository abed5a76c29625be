// Writes src/documents/generated.ts: the types of every operation in src/documents, its text and its id.
// `--check` writes nothing and fails when the file is not up to date.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import * as core from '@platform/core-schema'
import { buildASTSchema, Kind, parse, print, stripIgnoredCharacters, validate, visit } from 'graphql'

const folder = join(import.meta.dirname, '../src/documents')
const target = join(folder, 'generated.ts')

/** Merges the definitions of the core, as the server does. */
function coreSchema() {
  const sources = Object.entries(core)
    .filter(([name]) => name.endsWith('TypeDefs') && name !== 'mergeTypeDefs')
    .map(([name, typeDefs]) => ({ owner: name, typeDefs }))
  return core.mergeTypeDefs(sources).document
}

/** What is asked for as the viewer, and what changes something, is never shared. */
const OWN_FILES = ['own.graphql', 'writing.graphql']

/** All definitions. Fragments of shared documents are split, so that nothing of a viewer is asked for with them. */
function readDefinitions(schema) {
  return readdirSync(folder)
    .filter(name => name.endsWith('.graphql'))
    .sort()
    .flatMap(name => {
      const { definitions } = parse(readFileSync(join(folder, name), 'utf8'))
      return OWN_FILES.includes(name) ? definitions : definitions.flatMap(node => split(schema, node, name))
    })
}

function split(schema, node, file) {
  if (node.kind === Kind.FRAGMENT_DEFINITION) {
    const { shared, own } = core.splitFragment(schema, node, file)
    return [shared, own].filter(part => part !== null)
  }
  const root = schema.getRootType(node.operation)
  const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: root.name } }
  const whole = { kind: Kind.FRAGMENT_DEFINITION, name: node.name, typeCondition, selectionSet: node.selectionSet }
  if (core.splitFragment(schema, whole, file).own !== null)
    throw new Error(`${file}: ${node.name.value} is shared, and asks for something that depends on who asks`)
  return [node]
}

/** The operation with every fragment that it spreads, in a form that does not change with its layout. */
function completed(operation, fragments) {
  const needed = new Map()
  const collect = node =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        if (needed.has(value)) return
        const fragment = fragments.get(value)
        if (!fragment) throw new Error(`There is no fragment ${value}`)
        needed.set(value, fragment)
        collect(fragment)
      },
    })
  collect(operation)
  const definitions = [operation, ...[...needed.values()].sort((a, b) => (a.name.value < b.name.value ? -1 : 1))]
  return stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions }))
}

async function generate() {
  const schema = coreSchema()
  const built = buildASTSchema(schema)
  const definitions = readDefinitions(built)
  const document = { kind: Kind.DOCUMENT, definitions }
  const errors = validate(built, document)
  if (errors.length > 0) throw new Error(errors.map(error => error.toString()).join('\n\n'))
  const types = await codegen({
    schema,
    documents: [{ document }],
    filename: target,
    config: {},
    plugins: [
      {
        operations: {
          avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
          immutableTypes: true,
          skipTypename: true,
          enumsAsTypes: true,
          useTypeImports: true,
          scalars: { ID: 'string', Date: 'string', Cursor: 'string' },
        },
      },
    ],
    pluginMap: { operations },
  })
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map(node => [node.name.value, node]),
  )
  const stored = definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map(operation => {
      const text = completed(operation, fragments)
      const name = operation.name.value
      const kind = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation.operation]
      return { name, type: name + kind, id: `sha256:${createHash('sha256').update(text).digest('hex')}`, text }
    })
  return { types, stored }
}

const { types, stored } = await generate()
const ids = [
  '// Written by scripts/documents.js from the .graphql files beside it.',
  "import type { StoredDocument } from './stored-document.ts'",
  '',
  // The schema describes its fields; here the comments would only make the file long.
  types.replace(/^ *\/\*\*(?:(?!\*\/).)*\*\/\n/gms, '').trim(),
  '',
  ...stored.map(
    ({ name, type, id }) =>
      `/** The operation ${name}. */\nexport const ${name}: StoredDocument<${type}, ${type}Variables> = '${id}'\n`,
  ),
].join('\n')
const texts = [
  '// Written by scripts/documents.js from the .graphql files beside it.',
  '',
  '/** The text of each document, by its id. */',
  'export const documentTexts: Readonly<Record<string, string>> = {',
  ...stored.map(({ id, text }) => `  '${id}':\n    ${JSON.stringify(text)},`),
  '}',
  '',
].join('\n')

const outputs = { [target]: ids, [join(folder, 'texts.ts')]: texts }
for (const [file, content] of Object.entries(outputs)) {
  if (process.argv.includes('--check')) {
    if (readFileSync(file, 'utf8') !== content) {
      console.error(`${file} is not up to date; run "pnpm --filter @platform/stream documents"`)
      process.exitCode = 1
    }
  } else writeFileSync(file, content)
}
