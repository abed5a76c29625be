import type { SQLInputValue } from 'node:sqlite'
import { compareColumn, type Pushed } from './comparison.ts'
import { coveringIndexes } from './cover.ts'
import { impliedRange, isKeyset } from './implied-range.ts'
import { operatorsOf } from './operators.ts'
import { answeringColumn, type CollectionSchema, type StoredIndex } from './schema.ts'

/** A filter as SQL: what SQL decides, and what is left for the matcher. */
export interface Where {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
  /** The conditions that SQL could not decide alone. */
  readonly residual?: object
}

/** SQL says nothing: every row may match. */
const UNDECIDED: Pushed = { sql: '1', parameters: [], exact: false }

interface Scope {
  readonly schema: CollectionSchema
  /** Partial indexes that hold every document the filter can match. */
  readonly covering: readonly StoredIndex[]
  /** The columns are for checking rows, not for finding them. */
  readonly checksOnly?: boolean
}

/** Translates a filter for one collection. */
export function whereOf(schema: CollectionSchema, filter: object): Where {
  const scope = { schema, covering: coveringIndexes(schema, filter) }
  const decided: Pushed[] = []
  const residual: object[] = []
  for (const [key, condition] of Object.entries(filter)) {
    const pushed = pushEntry(scope, key, condition)
    decided.push(pushed)
    if (!pushed.exact) residual.push({ [key]: condition })
  }
  for (const { cover, elements } of scope.covering) {
    if (cover && !elements) decided.push({ sql: `${cover.column} = 1`, parameters: [], exact: true })
  }
  const { sql, parameters } = and(decided)
  return {
    sql,
    parameters,
    ...(residual.length > 0 && { residual: residual.length === 1 ? (residual[0] as object) : { $and: residual } }),
  }
}

function pushFilter(scope: Scope, filter: unknown): Pushed {
  if (typeof filter !== 'object' || filter === null) return UNDECIDED
  return and(Object.entries(filter).map(([key, condition]) => pushEntry(scope, key, condition)))
}

function pushEntry(scope: Scope, key: string, condition: unknown): Pushed {
  if (!key.startsWith('$')) return pushField(scope, key, condition)
  if (!Array.isArray(condition) || condition.length === 0) return UNDECIDED
  // SQLite would look up each branch of a keyset and sort what it found; the range alone keeps the order of the index.
  const checksOnly = scope.checksOnly || (key === '$or' && isKeyset(condition))
  const branches = condition.map(branch => pushFilter({ ...scope, checksOnly }, branch))
  switch (key) {
    case '$and':
      return and(branches)
    case '$or':
      return and([or(branches), ...impliedRange(scope.schema, condition)])
    case '$nor':
      return branches.every(branch => branch.exact) ? negated(or(branches)) : UNDECIDED
    default:
      return UNDECIDED
  }
}

function pushField(scope: Scope, path: string, condition: unknown): Pushed {
  const operators = operatorsOf(condition)
  if (!operators) return UNDECIDED
  return and(operators.map(([operator, operand]) => pushOperator(scope, path, operator, operand)))
}

function pushOperator(scope: Scope, path: string, operator: string, operand: unknown): Pushed {
  const column = answeringColumn(scope.schema, path)?.column
  // A plus sign keeps SQLite from using an index.
  if (column !== undefined)
    return compareColumn(scope.checksOnly ? `+${column}` : column, operator, operand) ?? UNDECIDED
  for (const index of scope.schema.indexes) {
    if (!index.elements || (index.cover && !scope.covering.includes(index))) continue
    const member =
      operator === '$elemMatch' ? elementMatch(index, path, operand) : elementCompare(index, path, operator, operand)
    if (member) return member
  }
  return UNDECIDED
}

/** A comparison that some element has to pass, looked up in the elements of a multikey index. */
function elementCompare(index: StoredIndex, path: string, operator: string, operand: unknown): Pushed | undefined {
  if (index.keys[0]?.path !== path || operator === '$ne' || operator === '$nin') return undefined
  const compared = compareColumn('k0', operator, operand)
  // A null also equals what is missing, which elements don't tell from an empty array.
  if (!compared?.exact || operand === null || (Array.isArray(operand) && operand.includes(null))) return undefined
  return { ...compared, sql: `rid IN (SELECT rid FROM ${index.elements} WHERE ${compared.sql})` }
}

/** `$elemMatch` finds its candidates by the keys of one element; the matcher has the last word. */
function elementMatch(index: StoredIndex, path: string, operand: unknown): Pushed | undefined {
  if (typeof operand !== 'object' || operand === null) return undefined
  const compared: Pushed[] = []
  for (const [position, key] of index.keys.entries()) {
    const conditions =
      conditionsOf(key.path, path, operand)?.flatMap(([operator, value]) =>
        elementColumn(`k${position}`, operator, value),
      ) ?? []
    if (conditions.length === 0 && position === 0) return undefined
    compared.push(...conditions)
  }
  const { sql, parameters } = and(compared)
  return { sql: `rid IN (SELECT rid FROM ${index.elements} WHERE ${sql})`, parameters, exact: false }
}

/**
 * What an `$elemMatch` at `path` says about one key of an index: of the elements themselves, or of a field of theirs.
 */
function conditionsOf(key: string, path: string, operand: object): readonly (readonly [string, unknown])[] | undefined {
  if (key === path) return operatorsOf(operand)
  const field = key.startsWith(`${path}.`) ? key.slice(path.length + 1) : ''
  if (!field || field.includes('.') || !Object.hasOwn(operand, field)) return undefined
  return operatorsOf((operand as Record<string, unknown>)[field])
}

function elementColumn(column: string, operator: string, value: unknown): Pushed[] {
  if (value === null || operator === '$ne' || operator === '$nin') return []
  const compared = compareColumn(column, operator, value)
  return compared?.exact ? [compared] : []
}

function and(terms: readonly Pushed[]): Pushed {
  const decided = terms.filter(term => term.sql !== '1')
  return {
    sql: decided.length === 0 ? '1' : decided.map(term => term.sql).join(' AND '),
    parameters: decided.flatMap(term => term.parameters),
    exact: terms.every(term => term.exact),
  }
}

function or(terms: readonly Pushed[]): Pushed {
  const exact = terms.every(term => term.exact)
  if (terms.some(term => term.sql === '1')) return { sql: '1', parameters: [], exact }
  return {
    sql: `(${terms.map(term => `(${term.sql})`).join(' OR ')})`,
    parameters: terms.flatMap(term => term.parameters),
    exact,
  }
}

function negated(term: Pushed): Pushed {
  return { ...term, sql: `NOT (${term.sql})` }
}
