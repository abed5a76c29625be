import { startMongo } from '../packages/docstore/test/mongo.ts'

/** With `PLATFORM_TEST_STORE=mongodb` all platforms of tests use one MongoDB, started here unless one is given. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PLATFORM_TEST_STORE'] !== 'mongodb' || process.env['PLATFORM_TEST_DOCSTORE_URL']) return undefined
  const mongo = await startMongo()
  process.env['PLATFORM_TEST_DOCSTORE_URL'] = mongo.url()
  if (mongo.isStandIn) process.env['PLATFORM_TEST_STAND_IN'] = 'yes'
  return mongo.stop
}
