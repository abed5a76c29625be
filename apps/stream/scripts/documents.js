// Writes src/documents/{types,texts,names,generated}.ts and src/documents/ids of an app, by default of the stream: the
// types of every operation in a .graphql file of its sources, its text, its name and its id. The ids of each file are
// a module, so a browser loads those it needs. `--check` writes nothing, and fails when a file is not up to date.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import * as core from '@platform/core-schema'
import { buildASTSchema, Kind, parse, print, Source, stripIgnoredCharacters, validate, visit } from 'graphql'

const given = process.argv.slice(2).find(argument => !argument.startsWith('--'))
const app = resolve(given ?? join(import.meta.dirname, '..'))
const sources = join(app, 'src')
const folder = join(sources, 'documents')
mkdirSync(join(folder, 'ids'), { recursive: true })
/** The pages of the panel are made for one user, so nothing that they ask for is shared. */
const isPersonal = basename(app) === 'admin'
const target = join(folder, 'types.ts')

/** Where features of the server have definitions that are in no package. */
const FEATURES = join(import.meta.dirname, '../../server/src/features')

/** Merges the definitions of the core, as the server does. Those of single features only the panel asks for. */
async function coreSchema() {
  const files = readdirSync(FEATURES, { recursive: true }).filter(path => basename(path) === 'type-defs.ts')
  const features = isPersonal ? files.sort().map(path => import(pathToFileURL(join(FEATURES, path)))) : []
  const sources = [core, ...(await Promise.all(features))]
    .flatMap(module => Object.entries(module))
    .filter(([name]) => name.endsWith('TypeDefs') && name !== 'mergeTypeDefs')
    .map(([name, typeDefs]) => ({ owner: name, typeDefs }))
  return core.mergeTypeDefs(sources).document
}

/** What is asked for as the viewer, and what changes something, is never shared. */
const OWN_FILES = [
  'changes.graphql',
  'configure.graphql',
  'own.graphql',
  'profile.graphql',
  'ticket.graphql',
  'writing.graphql',
]

/** All definitions. Fragments of shared documents are split, so that nothing of a viewer is asked for with them. */
function readDefinitions(schema) {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.graphql'))
    .sort()
    .flatMap(path => {
      const name = basename(path)
      const { definitions } = parse(new Source(readFileSync(join(sources, path), 'utf8'), name))
      const isOwn = isPersonal || OWN_FILES.includes(name)
      return isOwn ? definitions : definitions.flatMap(node => split(schema, node, name))
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
  const schema = await coreSchema()
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
      return {
        name,
        type: name + kind,
        root: operation.operation,
        id: `sha256:${createHash('sha256').update(text).digest('hex')}`,
        text,
        file: operation.loc.source.name.replace('.graphql', ''),
      }
    })
  return { types, stored }
}

const { types, stored } = await generate()
const HEAD = '// Generated by scripts/documents.js from the .graphql files of this package.'
const moduleOf = lines => `${lines.join('\n')}\n`

const typesOfAll = moduleOf([
  HEAD,
  '',
  // The schema describes its fields; here the comments would only make the file long.
  types.replace(/^ *\/\*\*(?:(?!\*\/).)*\*\/\n/gms, '').trim(),
])
const files = [...new Set(stored.map(({ file }) => file))].sort()
const idsOf = file => {
  const operations = stored.filter(each => each.file === file)
  const names = operations.flatMap(({ type }) => [type, `${type}Variables`])
  return moduleOf([
    '// Generated by scripts/documents.js from the .graphql file of this name.',
    "import type { StoredDocument } from '@platform/client-kit'",
    `import type { ${names.join(', ')} } from '../types.ts'`,
    ...operations.map(
      ({ name, type, id }) =>
        `\n/** The operation ${name}. */\nexport const ${name}: StoredDocument<${type}, ${type}Variables> = '${id}'`,
    ),
  ])
}
const all = moduleOf([
  HEAD,
  ...files.map(file => `export * from './ids/${file}.ts'`),
  "export type * from './types.ts'",
])
const texts = moduleOf([
  HEAD,
  '',
  '/** The text of each document, by its id. */',
  'export const documentTexts: Readonly<Record<string, string>> = {',
  ...stored.map(({ id, text }) => `  '${id}':\n    ${JSON.stringify(text)},`),
  '}',
])

const names = moduleOf([
  HEAD,
  '',
  '/** The kind and the name of each operation, by the first twelve digits of its document, for the events of a frame. */',
  'export const operationNames: Readonly<Record<string, string>> = {',
  ...stored.map(({ id, root, name }) => `  '${id.slice(0, 19)}': '${root}.${name}',`),
  '}',
])

const outputs = {
  'types.ts': typesOfAll,
  'texts.ts': texts,
  // The stream names its operations to the site around it.
  ...(isPersonal ? {} : { 'names.ts': names }),
  'generated.ts': all,
  ...Object.fromEntries(files.map(file => [`ids/${file}.ts`, idsOf(file)])),
}
for (const [name, content] of Object.entries(outputs)) {
  const file = join(folder, name)
  if (process.argv.includes('--check')) {
    if (readFileSync(file, 'utf8') !== content) {
      console.error(`${file} is not up to date; run "pnpm run documents" in ${app}`)
      process.exitCode = 1
    }
  } else writeFileSync(file, content)
}
