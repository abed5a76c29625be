import type { TestPlatform } from '../../src/testing/index.ts'

const COLLECTIONS = ['users', 'comments', 'assets', 'actions', 'settings']

/** Everything that is stored of people, discussions and settings, to be compared. */
export async function recordsOf({ platform: { docstore } }: TestPlatform): Promise<unknown> {
  return Promise.all(
    COLLECTIONS.map(async name => [
      name,
      await docstore
        .collection(name)
        .find({}, { sort: { _id: 1 } })
        .toArray(),
    ]),
  )
}
