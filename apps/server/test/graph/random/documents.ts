import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql'
import { hashOf, type Random } from './random.ts'

/** A document, with the types of its variables. */
export interface RandomDocument {
  readonly text: string
  readonly variables: ReadonlyMap<string, string>
}

const DEEPEST = 7
const ALIASES = ['alias', '__proto__', 'constructor', 'then', 'toJSON']

/** Variables of conditions, with what is written behind their types. */
const CONDITIONS = new Map([
  ['yes', 'Boolean!'],
  ['no', 'Boolean!'],
  ['given', 'Boolean = true'],
  ['taken', 'Boolean! = false'],
])

/** A query or mutation of a schema. It may be no valid one. */
export function randomDocument(schema: GraphQLSchema, random: Random): RandomDocument {
  const { below, maybe, one } = random
  const variables = new Map<string, string>()
  const fragments: { readonly name: string; readonly on: string; readonly text: string }[] = []
  let left = 30 + below(60)

  const condition = () => {
    if (maybe(0.5)) return String(maybe(0.5))
    const name = one([...CONDITIONS.keys()])
    variables.set(name, CONDITIONS.get(name)!)
    return `$${name}`
  }
  const conditions = () =>
    [maybe(0.12) ? ` @skip(if: ${condition()})` : '', maybe(0.12) ? ` @include(if: ${condition()})` : ''].join('')

  const value = (type: GraphQLInputType, depth = 0): string => {
    if (!isNonNullType(type) && maybe(0.1)) return 'null'
    if (depth === 0 && maybe(0.3)) {
      const name = `v${hashOf(String(type)) % 1_000}`
      variables.set(name, String(type))
      return `$${name}`
    }
    const inner = isNonNullType(type) ? type.ofType : type
    if (isListType(inner))
      return `[${Array.from({ length: below(3) }, () => value(inner.ofType, depth + 1)).join(', ')}]`
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields()).filter(() => depth < 3 && maybe(0.4))
      return `{ ${fields.map(field => `${field.name}: ${value(field.type, depth + 1)}`).join(', ')} }`
    }
    return { Int: String(below(9)), String: '"text"', Mood: one(['CALM', 'WILD']) }[String(inner)] ?? '"odd"'
  }

  const field = (type: GraphQLNamedOutputType, depth: number): string => {
    const fields = isUnionType(type) || !('getFields' in type) ? [] : Object.values(type.getFields())
    if (fields.length === 0) return '__typename'
    const { name, args, type: output } = one<GraphQLField<unknown, unknown>>(fields)
    const named = getNamedType(output)
    if (!isLeafType(named) && depth > DEEPEST) return '__typename'
    const given = args
      .filter(arg => isNonNullType(arg.type) || maybe(0.5))
      .map(arg => `${arg.name}: ${value(arg.type)}`)
    const text = given.length > 0 ? `(${given.join(', ')})` : ''
    // Fields of one name in the answer have the same arguments.
    const alias = text ? `a${hashOf(text) % 1_000}_${name}: ` : maybe(0.15) ? `${one(ALIASES)}_${name}: ` : ''
    return `${alias}${name}${text}${conditions()}${isLeafType(named) ? '' : ` { ${selection(named, depth + 1)} }`}`
  }

  const spread = (type: GraphQLNamedOutputType, depth: number): string => {
    const known = fragments.filter(({ on }) => on === type.name)
    if (known.length > 0 && maybe(0.5)) return `...${one(known).name}${conditions()}`
    const text = selection(type, depth + 1)
    const name = `F${fragments.length}`
    fragments.push({ name, on: type.name, text })
    return `...${name}${conditions()}`
  }

  const inline = (type: GraphQLNamedOutputType, depth: number): string => {
    const on = isAbstractType(type) ? one([type, ...schema.getPossibleTypes(type)]) : type
    return `... on ${on.name}${conditions()} { ${selection(on, depth + 1)} }`
  }

  function selection(type: GraphQLNamedOutputType, depth: number): string {
    const parts: string[] = []
    for (let i = below(5); i >= 0 && left > 0; i--) {
      left--
      const kind = random.fraction()
      if (kind < 0.08) parts.push('__typename')
      else if (kind < 0.2 && depth < DEEPEST) parts.push(inline(type, depth))
      else if (kind < 0.28 && depth < DEEPEST) parts.push(spread(type, depth))
      else parts.push(field(type, depth))
    }
    return parts.join(' ') || '__typename'
  }

  const kind = maybe(0.2) ? 'mutation' : 'query'
  const body = selection(kind === 'mutation' ? schema.getMutationType()! : schema.getQueryType()!, 0)
  const declared = [...variables].map(([name, type]) => `$${name}: ${type}`).join(', ')
  const texts = fragments.map(({ name, on, text }) => `fragment ${name} on ${on} { ${text} }`)
  return { text: `${kind} ${declared ? `(${declared})` : ''} { ${body} } ${texts.join(' ')}`, variables }
}

/** Values for the variables of a document, some of which don't fit. */
export function randomVariables({ variables }: RandomDocument, random: Random): Record<string, unknown> {
  const { maybe, one, below } = random
  const make = (type: string): unknown => {
    if (maybe(0.04)) return one([null, 'other', { other: 1 }])
    if (type.endsWith('!')) return make(type.slice(0, -1))
    if (type.startsWith('[')) return Array.from({ length: below(3) }, () => make(type.slice(1, -1)))
    if (type === 'Where') return { limit: make('Int'), ...(maybe(0.5) ? { list: [make('String')] } : {}) }
    return { Boolean: maybe(0.5), Int: below(9), Mood: one(['CALM', 'WILD', 'NONE']) }[type] ?? 'text'
  }
  const given = [...variables].filter(([, type]) => type === 'Boolean!' || maybe(0.7))
  return Object.fromEntries(given.map(([name, type]) => [name, make(type.replace(/ = .*/, ''))]))
}
