import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { connectionItems, fragmentsOf } from './limits.ts'

/**
 * Expects how large the answer to a document will be: the items that it asks for, times the bytes that the fields of
 * such items took in earlier answers.
 */
export interface AnswerSizes {
  /**
   * @param mostOfValue - what one value counts as at the most, in bytes; without it as much as earlier answers say
   * @returns bytes
   */
  expect(document: DocumentNode, variables: Readonly<Record<string, unknown>>, mostOfValue?: number): number
  /** Learns from an answer's data, by a few items of each list. */
  learn(document: DocumentNode, data: unknown): void
}

/** Expected of a field that no answer has had yet: bytes of a value, items of a list. */
const UNKNOWN = { bytes: 50, items: 3 } as const
/** How much a new value moves an average at least. */
const WEIGHT = 0.05
/** Of a document whose answers are known by so many, one answer in as many is measured. */
const KNOWN = 16
/** Items of a list that are measured, and values of an answer. */
const SAMPLE = 3
const MOST_MEASURED = 500
/** The list of a connection; how many items it has is known from the connection's limit. */
const NODES = 'nodes'

interface Average {
  value: number
  count: number
}

export function createAnswerSizes(schema: GraphQLSchema): AnswerSizes {
  const averages = new Map<string, Average>()
  const answers = new WeakMap<DocumentNode, number>()
  const note = (name: string, value: number) => {
    const known = averages.get(name)
    if (!known) return void averages.set(name, { value, count: 1 })
    known.count++
    known.value += (value - known.value) * Math.max(WEIGHT, 1 / known.count)
  }
  const average = (name: string, otherwise: number) => averages.get(name)?.value ?? otherwise

  return {
    expect(document, variables, mostOfValue = Number.POSITIVE_INFINITY) {
      const expectSet = createExpectation(document, {
        schema,
        bytesOf: name => Math.min(mostOfValue, average(name, UNKNOWN.bytes)),
        itemsOf: (node, name, isList) =>
          connectionItems(node, variables) ??
          (isList && node.name.value !== NODES ? average(`${name}[]`, UNKNOWN.items) : 1),
      })
      const sizes = document.definitions.flatMap(definition =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? [expectSet(definition.selectionSet, schema.getRootType(definition.operation)?.name)]
          : [],
      )
      return Math.max(0, ...sizes)
    },
    learn(document, data) {
      const times = (answers.get(document) ?? 0) + 1
      answers.set(document, times)
      if (times > KNOWN && times % KNOWN !== 0) return
      const [operation] = document.definitions.filter(definition => definition.kind === Kind.OPERATION_DEFINITION)
      if (!operation) return
      const measured = new Map<string, { sum: number; count: number }>()
      const add = (name: string, value: number) => {
        const { sum, count } = measured.get(name) ?? { sum: 0, count: 0 }
        measured.set(name, { sum: sum + value, count: count + 1 })
      }
      measure(document, { schema, add })(data, operation.selectionSet, schema.getRootType(operation.operation)?.name)
      // Once for each answer, because a document may ask for the same value many times.
      for (const [name, { sum, count }] of measured) note(name, sum / count)
    },
  }
}

interface Expectation {
  readonly schema: GraphQLSchema
  bytesOf(name: string): number
  itemsOf(node: FieldNode, name: string, isList: boolean): number
}

type Expect = (set: SelectionSetNode | undefined, type: string | undefined) => number

/** Each fragment is counted once, so that the work grows with the document and not with what it multiplies to. */
function createExpectation(document: DocumentNode, { schema, bytesOf, itemsOf }: Expectation): Expect {
  const fragments = fragmentsOf(document)
  const counted = new Map<string, number>()
  const expectFragment = (name: string): number => {
    const known = counted.get(name)
    if (known !== undefined) return known
    counted.set(name, 0)
    const fragment = fragments.get(name)
    const bytes = expectSet(fragment?.selectionSet, fragment?.typeCondition.name.value)
    counted.set(name, bytes)
    return bytes
  }
  const expectSet: Expect = (set, type) =>
    (set?.selections ?? []).reduce((total, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return total + expectFragment(node.name.value)
      if (node.kind === Kind.INLINE_FRAGMENT)
        return total + expectSet(node.selectionSet, node.typeCondition?.name.value ?? type)
      const name = `${type}.${node.name.value}`
      const head = keyOf(node).length + 4
      if (!node.selectionSet) return total + head + bytesOf(name)
      const field = fieldType(schema, type, node.name.value)
      const items = itemsOf(node, name, field !== undefined && isList(field))
      return total + head + items * (2 + expectSet(node.selectionSet, field && getNamedType(field).name))
    }, 0)
  return expectSet
}

interface Measuring {
  readonly schema: GraphQLSchema
  add(name: string, value: number): void
}

function measure(document: DocumentNode, { schema, add }: Measuring) {
  const fragments = fragmentsOf(document)
  let left = MOST_MEASURED
  const measureSet = (
    data: unknown,
    set: SelectionSetNode,
    type: string | undefined,
    seen = new Set<string>(),
  ): void => {
    if (typeof data !== 'object' || data === null || left <= 0) return
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) measureField(data as Record<string, unknown>, node, type)
      else if (node.kind === Kind.INLINE_FRAGMENT)
        measureSet(data, node.selectionSet, node.typeCondition?.name.value ?? type, seen)
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value)
        const fragment = fragments.get(node.name.value)
        if (fragment) measureSet(data, fragment.selectionSet, fragment.typeCondition.name.value, seen)
      }
    }
  }
  const measureField = (data: Record<string, unknown>, node: FieldNode, type: string | undefined): void => {
    const value = data[keyOf(node)]
    if (value === undefined) return
    const name = `${type}.${node.name.value}`
    left--
    if (!node.selectionSet) {
      const bytes = bytesOf(value)
      if (bytes !== undefined) add(name, bytes)
      return
    }
    const field = fieldType(schema, type, node.name.value)
    const items = Array.isArray(value) ? value : [value]
    if (Array.isArray(value) && node.name.value !== NODES) add(`${name}[]`, items.length)
    const step = Math.max(1, Math.floor(items.length / SAMPLE))
    for (let i = 0; i < items.length; i += step)
      measureSet(items[i], node.selectionSet, field && getNamedType(field).name)
  }
  return measureSet
}

/** What a value takes in an answer; nothing for the value of a plugin's scalar that JSON does not have. */
function bytesOf(value: unknown): number | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined
    return text === undefined ? undefined : Buffer.byteLength(text)
  } catch {
    return undefined
  }
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

/** The type of a field; nothing for a field that does not exist, which validation refuses later. */
function fieldType(schema: GraphQLSchema, type: string | undefined, field: string): GraphQLOutputType | undefined {
  const parent = type === undefined ? undefined : schema.getType(type)
  return parent && 'getFields' in parent
    ? (parent.getFields()[field]?.type as GraphQLOutputType | undefined)
    : undefined
}
