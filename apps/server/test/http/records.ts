import type { TestPlatform } from '@platform/plugin-testing'

const COLLECTIONS = ['users', 'comments', 'assets', 'actions', 'settings']

/** Everything that is stored of people, discussions and settings, to be compared. */
export async function recordsOf({ services: { docstore } }: TestPlatform): Promise<unknown> {
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
