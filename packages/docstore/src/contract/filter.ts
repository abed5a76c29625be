/**
 * A value in a document: a JSON value or a `Date`, nested to any depth.
 *
 * @example
 * const value: DocumentValue = { at: new Date(), tags: ['news'] }
 */
export type DocumentValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly DocumentValue[]
  | { readonly [key: string]: DocumentValue | undefined }

/**
 * Query operators on one field. `V` is the field's type.
 *
 * @example
 * const recent: FieldOperators<Date> = { $gt: yesterday }
 */
export interface FieldOperators<V = unknown> {
  readonly $eq?: V | null
  readonly $ne?: V | null
  readonly $gt?: V | null
  readonly $gte?: V | null
  readonly $lt?: V | null
  readonly $lte?: V | null
  readonly $in?: readonly (V | null | RegExp)[]
  readonly $nin?: readonly (V | null | RegExp)[]
  readonly $exists?: boolean
  readonly $type?: string | number | readonly (string | number)[]
  readonly $regex?: RegExp | string
  readonly $options?: string
  readonly $not?: FieldOperators<V> | RegExp
  readonly $all?: readonly unknown[]
  readonly $size?: number
  readonly $elemMatch?: Filter
  readonly $mod?: readonly [number, number]
}

type ElementOf<V> = V extends readonly (infer E)[] ? E : V

/**
 * A value that the field must equal, or operators. For an array field, one of its elements may match instead.
 *
 * @example
 * const status: Condition<string> = { $in: ['NONE', 'ACCEPTED'] }
 */
export type Condition<V> = V | ElementOf<V> | null | RegExp | FieldOperators<V | ElementOf<V>>

/**
 * A MongoDB filter: field conditions, dotted paths, and the logical operators.
 *
 * @example
 * const filter: Filter<Comment> = { asset_id: 'a', status: 'ACCEPTED' }
 */
export type Filter<T extends object = Record<string, unknown>> = {
  readonly [K in keyof T]?: Condition<T[K]>
} & {
  readonly $and?: readonly Filter<T>[]
  readonly $or?: readonly Filter<T>[]
  readonly $nor?: readonly Filter<T>[]
  readonly $expr?: unknown
} & { readonly [path: string]: unknown }

type Fields<T extends object> = { readonly [K in keyof T]?: T[K] | undefined } & { readonly [path: string]: unknown }

/**
 * Update operators. Paths may have dots, and the parts `$`, `$[]` and `$[name]`.
 *
 * @example
 * const update: UpdateOperators<Comment> = { $set: { status: 'ACCEPTED' }, $inc: { reply_count: 1 } }
 */
export interface UpdateOperators<T extends object = Record<string, unknown>> {
  readonly $set?: Fields<T>
  readonly $setOnInsert?: Fields<T>
  readonly $unset?: { readonly [path: string]: unknown }
  readonly $inc?: { readonly [path: string]: number | undefined }
  readonly $mul?: { readonly [path: string]: number | undefined }
  readonly $bit?: { readonly [path: string]: { readonly [operation in 'and' | 'or' | 'xor']?: number } | undefined }
  readonly $min?: Fields<T>
  readonly $max?: Fields<T>
  readonly $rename?: { readonly [path: string]: string }
  readonly $currentDate?: { readonly [path: string]: true | { readonly $type: 'date' } }
  readonly $push?: { readonly [path: string]: unknown }
  readonly $addToSet?: { readonly [path: string]: unknown }
  readonly $pull?: { readonly [path: string]: unknown }
  readonly $pullAll?: { readonly [path: string]: readonly unknown[] }
  readonly $pop?: { readonly [path: string]: 1 | -1 }
}

/**
 * Update operators, or an aggregation pipeline that computes the new document.
 *
 * @example
 * const update: Update<Comment> = { $set: { status: 'REJECTED' } }
 */
export type Update<T extends object = Record<string, unknown>> = UpdateOperators<T> | readonly PipelineStage[]

/**
 * One stage of an aggregation pipeline, e.g. `{ $match: { ... } }`.
 *
 * @example
 * const stage: PipelineStage = { $group: { _id: '$asset_id', count: { $sum: 1 } } }
 */
export type PipelineStage = { readonly [operator: `$${string}`]: unknown }

/**
 * Fields to return (`1`), or fields not to return (`0`).
 *
 * @example
 * const projection: Projection = { _id: 0, body: 1 }
 */
export type Projection = { readonly [path: string]: unknown }

/**
 * Order of results: `1` ascending, `-1` descending, first field first.
 *
 * @example
 * const sort: Sort = { created_at: -1, _id: -1 }
 */
export type Sort = { readonly [path: string]: 1 | -1 }
