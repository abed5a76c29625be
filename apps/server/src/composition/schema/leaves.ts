import type { LoadedPlugin } from '@platform/plugin-host'
import { type GraphQLSchema, isScalarType } from 'graphql'
import { placeOf, remember } from '../attribution.ts'

/** What a scalar does with values, by its names of before GraphQL 17 and since. */
const PARTS = [
  'serialize',
  'parseValue',
  'parseLiteral',
  'coerceOutputValue',
  'coerceInputValue',
  'coerceInputLiteral',
  'valueToLiteral',
] as const

type Convert = (...args: unknown[]) => unknown

/** Has what the functions of a plugin's scalars throw known as that plugin's. */
export function attributeLeaves(schema: GraphQLSchema, ownerOf: (leaf: string) => LoadedPlugin | undefined): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const owner = isScalarType(type) ? ownerOf(type.name) : undefined
    if (!owner || owner.core) continue
    const scalar = type as unknown as Record<string, Convert | undefined>
    for (const part of PARTS) {
      const convert = scalar[part]
      if (typeof convert === 'function')
        scalar[part] = attributed(convert.bind(type), placeOf(owner, 'resolvers', `${type.name}.${part}`))
    }
  }
}

/** Noting who runs would cost more than converting does; a converter leaves nothing running. */
function attributed(convert: Convert, place: Parameters<typeof remember>[1]): Convert {
  return (...args) => {
    try {
      return convert(...args)
    } catch (error) {
      throw remember(error, place)
    }
  }
}
