import type { ConfigSchema } from '../../config-schema.ts'
import { BadUserInputError } from '../../errors.ts'

/** The parts of a model that its records are read and written with. */
export interface Shape {
  readonly name: string
  readonly version: number
  readonly schema: ConfigSchema
  readonly migrations: Readonly<Record<number, (record: Readonly<Record<string, unknown>>) => object>>
}

/** The fields with the schema's defaults. @throws BadUserInputError naming each field that does not fit */
export async function parsed({ name, schema }: Shape, fields: object): Promise<object> {
  const result = await schema['~standard'].validate(fields)
  if (result.issues === undefined) {
    if (typeof result.value === 'object' && result.value !== null) return result.value
    throw new Error(`The schema of ${name} gives no object; write one like z.object({ user_id: z.string() })`)
  }
  const texts = result.issues.map(({ path = [], message }) => {
    const at = path.map(part => String(typeof part === 'object' ? part.key : part)).join('.')
    return at === '' ? message : `${at}: ${message}`
  })
  throw new BadUserInputError(`${name}: ${texts.join('; ')}`)
}
