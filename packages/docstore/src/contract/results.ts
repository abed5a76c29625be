/** Result of `insertOne`. */
export interface InsertOneResult {
  readonly acknowledged: boolean
  readonly insertedId: string
}

/** Result of `insertMany`; ids by position. */
export interface InsertManyResult {
  readonly acknowledged: boolean
  readonly insertedCount: number
  readonly insertedIds: { readonly [position: number]: string }
}

/** Result of `updateOne`, `updateMany` and `replaceOne`. */
export interface UpdateResult {
  readonly acknowledged: boolean
  readonly matchedCount: number
  readonly modifiedCount: number
  readonly upsertedCount: number
  readonly upsertedId: string | null
}

/** Result of `deleteOne` and `deleteMany`. */
export interface DeleteResult {
  readonly acknowledged: boolean
  readonly deletedCount: number
}

/** Result of `bulkWrite`; ids by position of their operation. */
export interface BulkWriteResult {
  readonly insertedCount: number
  readonly matchedCount: number
  readonly modifiedCount: number
  readonly deletedCount: number
  readonly upsertedCount: number
  readonly insertedIds: { readonly [position: number]: string }
  readonly upsertedIds: { readonly [position: number]: string }
}
