import type { Filter, Update } from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'

/** Random documents, filters, sorts and updates: the same ones for the same seed. */
export interface Random {
  readonly documents: (count: number) => Loose[]
  readonly filter: () => Filter<Loose>
  readonly sort: () => Record<string, 1 | -1>
  readonly update: () => Update<Loose>
  readonly below: (limit: number) => number
}

/** Paths with single values, of any type or missing; `flag` and `deep.x` among them. */
const SCALAR_PATHS = ['a', 'b', 'deep.x', 'flag'] as const

export function createRandom(seed: number): Random {
  let state = seed
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  const one = <V>(choices: readonly V[]): V => choices[below(choices.length)] as V
  const some = <V>(make: () => V, most: number): V[] => Array.from({ length: below(most + 1) }, make)

  const scalar = (): unknown =>
    one([
      0,
      1,
      2,
      3,
      -1,
      0.5,
      '',
      'a',
      'b',
      'B',
      'ab',
      '\u{1f600}',
      '\uffee',
      true,
      false,
      null,
      new Date(0),
      new Date(7),
      new Date(-7),
    ])
  const word = (): string => one(['x', 'y', 'z'])
  const pair = (): object => ({ k: word(), v: below(4) })

  const document = (index: number): Loose => {
    const made: Loose = {
      _id: `id-${String(index).padStart(3, '0')}`,
      n: below(5),
      tags: some(word, 3),
      list: some(pair, 3),
    }
    if (fraction() < 0.8) made['a'] = scalar()
    if (fraction() < 0.8) made['b'] = scalar()
    if (fraction() < 0.8) made['deep'] = fraction() < 0.8 ? { x: scalar() } : {}
    if (fraction() < 0.5) made['flag'] = fraction() < 0.5
    // Now and then an array where a single value is expected.
    if (fraction() < 0.05) made['b'] = [1, 'a']
    return made
  }

  const operators = (): unknown => {
    const value = scalar()
    return one([
      () => value,
      () => ({ $eq: value }),
      () => ({ $ne: value }),
      () => ({ $gt: value }),
      () => ({ $gte: value }),
      () => ({ $lt: value }),
      () => ({ $lte: value }),
      () => ({ $gte: 0, $lt: below(4) }),
      () => ({ $gt: 'A', $lte: 'b' }),
      () => ({ $in: some(scalar, 7) }),
      () => ({ $nin: some(scalar, 4) }),
      () => ({ $exists: fraction() < 0.5 }),
      () => ({ $not: { $gt: value } }),
      () => ({ $in: ['a', 'b', 'ab', 'B', 'nothing', 'else'] }),
    ])()
  }

  const field = (): Filter<Loose> =>
    one<() => Filter<Loose>>([
      () => ({ [one(SCALAR_PATHS)]: operators() }),
      () => ({ [one(SCALAR_PATHS)]: operators() }),
      () => ({ [one(SCALAR_PATHS)]: operators() }),
      () => ({ n: one([below(5), { $gt: below(5) }, { $in: [below(5), below(5)] }]) }),
      () => ({
        tags: one([word(), { $in: [word(), word()] }, { $ne: word() }, { $size: below(3) }, { $all: [word()] }]),
      }),
      () => ({ tags: { $elemMatch: { $gte: word(), $lt: one(['b', 'y', 'z']) } } }),
      () => ({ 'list.k': one([word(), { $in: [word()] }, { $gt: 'x' }]) }),
      () => ({ 'list.v': { $gt: below(4), $lt: 2 + below(4) } }),
      () => ({ list: { $elemMatch: { k: word(), v: one([below(4), { $gte: below(4) }]) } } }),
      () => ({ _id: one([`id-00${below(9)}`, { $in: ['id-001', 'id-005', 'id-009'] }, { $gt: 'id-020' }]) }),
    ])()

  /** What comes after a place in an order, or nearly that. */
  const keyset = (): Filter<Loose> => {
    const [path, value, operator] = [one(SCALAR_PATHS), scalar(), one(['$lt', '$gt'])]
    const tie = fraction() < 0.5 ? value : scalar()
    return { $or: [{ [path]: { [operator]: value } }, { [path]: tie, _id: { [operator]: `id-0${below(4)}0` } }] }
  }

  const filter = (depth = 0): Filter<Loose> => {
    if (fraction() < 0.1) return keyset()
    const fields = Object.assign({}, ...some(field, 2)) as Filter<Loose>
    if (depth > 1 || fraction() < 0.6) return fields
    const branches = [filter(depth + 1), ...some(() => filter(depth + 1), 2)]
    return { ...fields, [one(['$and', '$or', '$or', '$nor'])]: branches }
  }

  const direction = (): 1 | -1 => one([1, -1] as const)

  const update = (): Update<Loose> =>
    one<() => Update<Loose>>([
      () => ({ $set: { [one(SCALAR_PATHS)]: scalar() } }),
      () => ({ $set: { a: scalar(), 'new.field': scalar() }, $inc: { n: below(3) - 1 } }),
      () => ({ $unset: { [one(['a', 'b', 'flag'])]: '' } }),
      () => ({ $min: { n: below(5) }, $max: { a: scalar() } }),
      () => ({ $push: { tags: { $each: some(word, 2), $position: below(3), $slice: 4 } } }),
      () => ({ $addToSet: { tags: { $each: some(word, 3) } } }),
      () => ({ $pull: { tags: one([word(), { $in: [word(), word()] }]), list: { k: word() } } }),
      () => ({ $rename: { a: 'renamed' } }),
      () => ({ $inc: { 'list.$[].v': 1 } }),
      () => ({ $pop: { list: one([1, -1] as const) } }),
    ])()

  return {
    documents: count => Array.from({ length: count }, (_, index) => document(index)),
    filter,
    sort: () => ({
      [one([...SCALAR_PATHS, 'n'])]: direction(),
      ...(fraction() < 0.5 && { [one(['n', 'a'])]: direction() }),
      _id: direction(),
    }),
    update,
    below,
  }
}
