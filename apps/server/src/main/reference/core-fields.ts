import { isInterfaceType, isObjectType } from 'graphql'
import { coreSchema } from './schema.ts'

const HEADING = `// Generated from the schema of the core by \`pnpm run docs\`.

// biome-ignore format: one name a line would make a thousand lines.
/**
 * Type of the core → the names of its fields, for which hooks can be written; of an interface it is \`__resolveType\`.
 *
 * @example
 * const field: CoreFields['RootMutation'] = 'createComment'
 */
export interface CoreFields {
`
const WIDTH = 118

/** The module of `@platform/plugin-sdk` that has the names of the core's fields as types. */
export function coreFieldsModule(): string {
  const types = Object.values(coreSchema().getTypeMap())
    .filter(type => !type.name.startsWith('__') && (isObjectType(type) || isInterfaceType(type)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = types.map(type => {
    const fields = isObjectType(type) ? Object.keys(type.getFields()).toSorted() : ['__resolveType']
    return `  readonly ${type.name}:\n${wrapped(fields.map(field => `'${field}'`))}`
  })
  return `${HEADING}${lines.join('\n')}\n}\n`
}

/** A union of names, in lines that are not too long. */
function wrapped(names: readonly string[]): string {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} | ${name}`.length <= WIDTH) lines[lines.length - 1] = `${last} | ${name}`
    else lines.push(`    | ${name}`)
  }
  return lines.join('\n')
}
