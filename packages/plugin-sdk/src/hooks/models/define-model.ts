import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../../config-schema.ts'
import type { IndexDeclaration } from '../declarations.ts'
import { createRecords } from './records.ts'
import { storeOf } from './store.ts'
import type { Model, ModelDefinition } from './types.ts'

const BRAND = Symbol.for('@platform/model')
const NAME = /^.+\.[a-z][a-z0-9_]*$/
const LONGEST_NAME = 100

/**
 * Declares a collection of a plugin's own records. List the model in the plugin's hook `models`; the server then makes
 * its indexes, changes records of older versions, and exports and erases the records of a user.
 *
 * @throws Error for a name, a version or a migration that cannot be used
 * @example
 * export const marks = defineModel({
 *   name: 'bookmarks.marks',
 *   record: z.object({ user_id: z.string(), comment_id: z.string(), note: z.string().default('') }),
 *   indexes: [{ name: 'one_each', keys: { user_id: 1, comment_id: 1 }, unique: true }],
 *   personalData: { user: 'user_id' },
 * })
 */
export function defineModel<Schema extends ConfigSchema>(
  definition: ModelDefinition<Schema>,
): Model<StandardSchemaV1.InferOutput<Schema> & object, StandardSchemaV1.InferInput<Schema> & object> {
  const { name, version = 1, record: schema, migrations = {}, samples = {}, personalData = null } = definition
  const problem = problemOf(definition)
  if (problem !== null) throw new Error(`defineModel(${JSON.stringify(name)}): ${problem}`)
  type Fields = StandardSchemaV1.InferOutput<Schema> & object
  const model: Model<Fields, StandardSchemaV1.InferInput<Schema> & object> = {
    name,
    version,
    indexes: indexesOf(definition, personalData?.user),
    samples,
    personalData,
    in: services => createRecords<Fields>({ name, version, schema, migrations }, storeOf(services, name)) as never,
  }
  return Object.freeze(Object.defineProperty(model, BRAND, { value: true }))
}

/**
 * Whether a value was made by {@link defineModel}, of this or another copy of the package.
 *
 * @example
 * const models = values.filter(isModel)
 */
export function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && BRAND in value
}

function problemOf({
  name,
  version = 1,
  migrations = {},
}: Pick<ModelDefinition<ConfigSchema>, 'name' | 'version' | 'migrations'>): string | null {
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    return "write the plugin's name, a dot and a name of lower-case letters, digits and _, like 'bookmarks.marks'"
  if (!Number.isInteger(version) || version < 1) return 'version must be a whole number, 1 or more'
  const missing = versionsUpTo(version).find(each => each > 1 && typeof migrations[each] !== 'function')
  if (missing !== undefined)
    return (
      `migrations[${missing}] is missing: a function that makes a record of version ${missing} from one of ` +
      `version ${missing - 1}`
    )
  const beyond = Object.keys(migrations).find(each => !(Number(each) >= 2 && Number(each) <= version))
  return beyond === undefined ? null : `migrations[${beyond}] is never called, because version is ${version}`
}

function versionsUpTo(version: number): number[] {
  return Array.from({ length: version }, (_, i) => i + 1)
}

/** The indexes of the definition, and those that the model itself reads by. */
function indexesOf(
  { name: collection, indexes = [] }: Pick<ModelDefinition<ConfigSchema>, 'name' | 'indexes'>,
  user: string | undefined,
): IndexDeclaration[] {
  const isIndexed = user === undefined || indexes.some(({ keys }) => Object.keys(keys)[0] === user)
  const own: Omit<IndexDeclaration, 'collection'>[] = [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'record_version', keys: { record_version: 1, id: 1 } },
    ...(isIndexed ? [] : [{ name: 'of_user', keys: { [user]: 1, id: 1 } as const }]),
  ]
  return [...own, ...indexes].map(index => ({ collection, ...index }))
}
