/**
 * Result of `insertOne`.
 *
 * @example
 * const { insertedId }: InsertOneResult = await comments.insertOne(comment)
 */
export interface InsertOneResult {
  readonly acknowledged: boolean
  readonly insertedId: string
}

/**
 * Result of `insertMany`, with the ids by position.
 *
 * @example
 * const { insertedIds }: InsertManyResult = await comments.insertMany(list)
 */
export interface InsertManyResult {
  readonly acknowledged: boolean
  readonly insertedCount: number
  readonly insertedIds: { readonly [position: number]: string }
}

/**
 * Result of `updateOne`, `updateMany` and `replaceOne`.
 *
 * @example
 * const { modifiedCount }: UpdateResult = await comments.updateMany({ asset_id: 'a' }, { $set: { status: 'NONE' } })
 */
export interface UpdateResult {
  readonly acknowledged: boolean
  readonly matchedCount: number
  readonly modifiedCount: number
  readonly upsertedCount: number
  readonly upsertedId: string | null
}

/**
 * Result of `deleteOne` and `deleteMany`.
 *
 * @example
 * const { deletedCount }: DeleteResult = await comments.deleteMany({ asset_id: 'a' })
 */
export interface DeleteResult {
  readonly acknowledged: boolean
  readonly deletedCount: number
}

/**
 * Result of `bulkWrite`, with the ids by the position of their operation.
 *
 * @example
 * const { modifiedCount }: BulkWriteResult = await comments.bulkWrite(operations)
 */
export interface BulkWriteResult {
  readonly insertedCount: number
  readonly matchedCount: number
  readonly modifiedCount: number
  readonly deletedCount: number
  readonly upsertedCount: number
  readonly insertedIds: { readonly [position: number]: string }
  readonly upsertedIds: { readonly [position: number]: string }
}
