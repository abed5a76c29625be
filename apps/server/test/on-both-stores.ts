import { afterAll, describe } from 'vitest'
import { startMongo } from '../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../test/needs.ts'

/** Runs the same tests on the embedded store and on MongoDB. Each run gets the variables of its store. */
export async function onBothStores(tests: (env: () => Readonly<Record<string, string>>) => void): Promise<void> {
  const mongo = await startMongo()
  afterAll(mongo.stop)
  describe('on the embedded store', () => tests(() => ({})))
  describeWith(mongo)('on MongoDB', () => tests(() => ({ PLATFORM_DOCSTORE_URL: mongo.url() })))
}
