import type { Options } from 'mingo/types'
import { DocstoreError } from '../errors.ts'
import { comparisons, patternTest } from './comparisons.ts'
import type { Doc } from './document.ts'
import { mingo } from './mingo.ts'
import { invalidFilter, isObject, operandOf } from './operands.ts'
import { operatorsOf } from './operators.ts'
import { valuesAt } from './path.ts'
import type { Test } from './value-types.ts'

/**
 * Makes a function that says whether a document matches a filter. `options` have the variables of `$expr`.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_INVALID`
 */
export function matcherOf(filter: object, options?: Partial<Options>): (document: Doc) => boolean {
  try {
    return filterTest(filter, options)
  } catch (error) {
    if (error instanceof DocstoreError) throw error
    throw new DocstoreError('DOCSTORE_FILTER_INVALID', `The filter cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function filterTest(filter: unknown, options?: Partial<Options>): Test {
  if (!isObject(filter)) throw invalidFilter('A filter is an object of conditions')
  return every(
    Object.entries(filter).flatMap(([key, condition]) => {
      if (key === '$comment') return []
      return [key.startsWith('$') ? logicalTest(key, condition, options) : conditionTest(condition, atPath(key))]
    }),
  )
}

function every(tests: readonly Test[]): Test {
  const [only] = tests
  return only && tests.length === 1 ? only : value => tests.every(test => test(value))
}

const not =
  (test: Test): Test =>
  value =>
    !test(value)

function logicalTest(operator: string, operand: unknown, options?: Partial<Options>): Test {
  if (operator === '$expr') {
    const query = new (mingo().Query)({ $expr: operandOf(operand) } as Doc, options ?? mingo().options)
    return document => query.test(document as Doc)
  }
  if (operator !== '$and' && operator !== '$or' && operator !== '$nor')
    throw invalidFilter(`${operator} is not available in a filter`)
  if (!Array.isArray(operand) || operand.length === 0)
    throw invalidFilter(`${operator} needs an array with at least one filter; leave it out to set no condition`)
  const tests = operand.map(branch => filterTest(branch, options))
  if (operator === '$and') return every(tests)
  const some: Test = document => tests.some(test => test(document))
  return operator === '$or' ? some : not(some)
}

/** Makes a test of whatever has a value from the test of the value; `elements` says whether lists pass by elements. */
type Apply = (test: Test, elements: boolean) => Test

function atPath(path: string): Apply {
  const parts = path.split('.')
  return (test, elements) => document => valuesAt(document, parts, elements ? 'elements and list' : 'list').some(test)
}

/** For an element of a list itself, which does not pass by elements of its own. */
const toElement: Apply = test => test

function conditionTest(condition: unknown, apply: Apply): Test {
  if (condition instanceof RegExp) return apply(patternTest(condition), true)
  const operators = operatorsOf(condition)
  if (!operators) throw invalidFilter(`Operators and fields can't stand beside one another: ${namesOf(condition)}`)
  const options = operators.find(([operator]) => operator === '$options')?.[1]
  return every(
    operators.flatMap(([operator, operand]) => {
      if (operator === '$regex') return [apply(patternTest(operand, options), true)]
      if (operator === '$options' && operators.some(([other]) => other === '$regex')) return []
      return [operatorTest(operator, operand, apply)]
    }),
  )
}

const namesOf = (condition: unknown): string => Object.keys(condition as object).join(', ')

function operatorTest(operator: string, operand: unknown, apply: Apply): Test {
  switch (operator) {
    case '$ne':
      if (operand instanceof RegExp) throw invalidFilter("$ne can't compare with a regular expression; use $not")
      return not(operatorTest('$eq', operand, apply))
    case '$nin':
      return not(operatorTest('$in', operand, apply))
    case '$not':
      return not(conditionTest(negatable(operand), apply))
    case '$all':
      return allTest(operand, apply)
    case '$elemMatch':
      return apply(elementTest(operand), false)
    default: {
      const comparison = comparisons[operator]
      if (!comparison) throw invalidFilter(`${operator} is not available in a condition`)
      const test = apply(comparison.test(operand), comparison.elements)
      return operator === '$exists' && !operand ? not(test) : test
    }
  }
}

function negatable(operand: unknown): unknown {
  if (operand instanceof RegExp || (isObject(operand) && Object.keys(operand)[0]?.startsWith('$'))) return operand
  throw invalidFilter('$not needs operators or a regular expression; use $ne for a value')
}

function allTest(operand: unknown, apply: Apply): Test {
  if (!Array.isArray(operand)) throw invalidFilter('$all needs an array')
  if (operand.length === 0) return () => false
  return every(
    operand.map((member: unknown) => {
      const operators = isObject(member) ? Object.keys(member).filter(name => name.startsWith('$')) : []
      if (operators.some(name => name !== '$elemMatch'))
        throw invalidFilter(`$all can't have ${operators[0]} in its array`)
      return conditionTest(member, apply)
    }),
  )
}

/** The operators that stand in place of a field; others in a condition are about a value itself. */
export const LOGICAL: ReadonlySet<string> = new Set(['$and', '$or', '$nor', '$expr', '$comment'])

/** Makes a test of lists: whether one element meets all conditions. */
function elementTest(condition: unknown): Test {
  if (!isObject(condition)) throw invalidFilter('$elemMatch needs an object of conditions')
  const [first = ''] = Object.keys(condition)
  const test =
    first.startsWith('$') && !LOGICAL.has(first) ? conditionTest(condition, toElement) : fieldsTest(condition)
  return value => Array.isArray(value) && value.some(test)
}

function fieldsTest(condition: object): Test {
  const test = filterTest(condition)
  // The fields of a list are its positions.
  return element =>
    typeof element === 'object' &&
    element !== null &&
    !(element instanceof Date) &&
    test(Array.isArray(element) ? { ...element } : element)
}
