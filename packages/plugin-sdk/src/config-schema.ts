import type { StandardSchemaV1 } from '@standard-schema/spec'

/**
 * A schema of a plugin's configuration. Any library that follows Standard Schema can make it, in any version.
 *
 * @example
 * const config: ConfigSchema<{ max?: number }, { max: number }> = z.object({ max: z.number().default(1) })
 */
export type ConfigSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>

/**
 * The settings that an operator may write for a plugin with this schema; any settings when the plugin has no schema.
 *
 * @example
 * type Written = ConfigInput<typeof schema> // { max?: number }
 */
export type ConfigInput<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<Schema>
  : UncheckedConfig

/**
 * The settings that a plugin reads as `config`: checked, with defaults filled in. Without a schema they are the
 * operator's own, unchanged.
 *
 * @example
 * type Read = ConfigOutput<typeof schema> // { max: number }
 */
export type ConfigOutput<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : UncheckedConfig

/**
 * The settings of a plugin that has no schema, exactly as the operator wrote them.
 *
 * @example
 * const colour = (config: UncheckedConfig) => typeof config['colour'] === 'string' ? config['colour'] : 'grey'
 */
export type UncheckedConfig = Readonly<Record<string, unknown>>

type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Date
  | readonly unknown[]
  | ((...args: never[]) => unknown)

/**
 * Names of keys of a configuration, with dots for nested ones, three levels deep.
 *
 * @example
 * const secrets: ConfigPath<{ smtp: { password: string } }>[] = ['smtp.password']
 */
export type ConfigPath<Config, Depth extends readonly unknown[] = [1, 2, 3]> = Config extends unknown
  ? Depth extends readonly [unknown, ...infer Rest]
    ? {
        [Key in keyof Config & string]: [Config[Key]] extends [never]
          ? never
          :
              | Key
              | (NonNullable<Config[Key]> extends Leaf ? never : `${Key}.${ConfigPath<NonNullable<Config[Key]>, Rest>}`)
      }[keyof Config & string]
    : never
  : never

/**
 * A key of a schema that a plugin can name in `secrets`. Without a schema a plugin has no secret keys.
 *
 * @example
 * const secrets: SecretPath<typeof schema>[] = ['token']
 */
export type SecretPath<Schema> = Schema extends StandardSchemaV1
  ? ConfigPath<StandardSchemaV1.InferOutput<Schema>>
  : never

/**
 * A key of a schema that a plugin can name in `public`: one of the first level, with all that is below it.
 *
 * @example
 * const shown: PublicKey<typeof schema>[] = ['max']
 */
export type PublicKey<Schema> = Schema extends StandardSchemaV1
  ? keyof StandardSchemaV1.InferOutput<Schema> & string
  : never
