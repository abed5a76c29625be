import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type Random, randomOf } from './random.ts'

const LEAVES: Readonly<Record<string, readonly unknown[]>> = {
  Int: [1, 2, 0, -5, '7', 'no', 1.5, true, Number.NaN, 2 ** 40, 3],
  String: ['a', 'b', 'é\u2028', 7, true, { a: 1 }, ['x'], 'c'],
  Boolean: [true, false, 1, 0, 'true', Number.NaN],
  ID: ['i1', 5, 1.5, {}, 'i2'],
  Mood: ['CALM', 'WILD', 'other', 3],
  Odd: [1, 2, 'throws', 'missing', 'promised', 'rejected'],
}

/** What a property gives, or a resolver, for each of which the same key always gives the same. */
export function valueFor(schema: GraphQLSchema, type: GraphQLOutputType, key: string, isProperty: boolean): unknown {
  const random = randomOf(key)
  const kind = random.fraction()
  if (kind < 0.02) return failure(key, random, true)
  if (kind < 0.04) return Promise.reject(failure(key, random))
  if (kind < 0.05) return later(random.below(5), () => Promise.reject(failure(key, random)))
  if (kind < 0.06 && isProperty)
    return () => {
      throw failure(key, random)
    }
  return given(plain(schema, type, key, random), random, isProperty)
}

function failure(key: string, { one }: Random, isError = false): unknown {
  const errors = [
    new GraphQLError(`refused at ${key}`, { extensions: { code: 'REFUSED' } }),
    new TypeError(`type at ${key}`),
    new Error(`failed at ${key}`),
  ]
  return one<unknown>(isError ? errors : [...errors, `a text at ${key}`, { at: key }, null, undefined])
}

/** The value itself, or what gives it: a promise, something like one, or a function of the parent. */
function given(value: unknown, random: Random, isProperty: boolean): unknown {
  switch (random.below(isProperty ? 16 : 10)) {
    case 0:
      return Promise.resolve(value)
    case 1:
      return later(1 + random.below(6), () => value)
    case 2: {
      const promise = Promise.resolve(value)
      // biome-ignore lint/suspicious/noThenProperty: resolvers of plugins may give such objects
      return { then: (...handlers: Parameters<typeof promise.then>) => promise.then(...handlers) }
    }
    case 13:
      return () => value
    case 14:
      return () => later(random.below(4), () => value)
    default:
      return value
  }
}

async function later(turns: number, make: () => unknown): Promise<unknown> {
  for (let i = 0; i < turns; i++) await undefined
  return make()
}

function plain(schema: GraphQLSchema, type: GraphQLOutputType, key: string, random: Random): unknown {
  const isMissing = random.maybe(isNonNullType(type) ? 0.03 : 0.08)
  if (isMissing) return random.one([null, undefined])
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner)) return listFor(schema, inner.ofType, key, random)
  if (isLeafType(inner)) return random.one(LEAVES[inner.name]!)
  if (random.maybe(0.02)) return random.one(['text', 7, true])
  const types = isAbstractType(inner) ? schema.getPossibleTypes(inner) : [inner as GraphQLObjectType]
  return objectFor(schema, random.one(types), key, random)
}

function listFor(schema: GraphQLSchema, type: GraphQLOutputType, key: string, random: Random): unknown {
  if (random.maybe(0.03)) return random.one(['text', 7, {}, { [Symbol.iterator]: 3 }])
  const items = Array.from({ length: random.below(4) }, (_, i) => () => valueFor(schema, type, `${key}.${i}`, false))
  const breaks = random.maybe(0.2)
  switch (random.below(7)) {
    case 0:
      return new Set(items.map(make => make()))
    case 1:
      return (function* () {
        for (const make of items) yield make()
        if (breaks) throw failure(key, random)
      })()
    case 2:
      return (async function* () {
        for (const make of items) yield make()
        if (breaks) throw failure(key, random)
      })()
    default:
      return items.map(make => make())
  }
}

/** An object whose properties are made when they are read: its own, or those of its class, or of a function. */
export function objectFor(schema: GraphQLSchema, type: GraphQLObjectType, key: string, random: Random): object {
  const style = random.below(4)
  const object = style === 0 ? Object.create(null) : style === 1 ? () => {} : {}
  const holder = style === 2 ? Object.create(object) : object
  const named = random.maybe(0.05) ? random.one(['Mood', 'Unknown', 3, null, 'Query']) : type.name
  const properties: Record<string, () => unknown> = { __typename: () => named, key: () => key, toJSON: () => () => key }
  for (const [name, { type: output }] of Object.entries(type.getFields()))
    properties[name] = () => valueFor(schema, output, `${key}.${name}`, true)
  for (const [name, get] of Object.entries(properties))
    Object.defineProperty(object, name, { get, enumerable: true, configurable: true })
  return holder as object
}
