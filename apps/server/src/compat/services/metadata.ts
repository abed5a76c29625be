import type { StoredRecord } from '@platform/plugin-sdk'
import type { Model } from '../models/model.ts'

const KEY = /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z][A-Za-z0-9_-]*)*$/

/** The path of a key below `metadata`. @throws Error for a text that is no key. */
function pathOf(key: string | readonly string[]): string {
  const path = typeof key === 'string' ? key : key.join('.')
  if (!KEY.test(path))
    throw new Error(`metadata key ${JSON.stringify(path)}: use letters, digits, - and _, with dots between levels`)
  return `metadata.${path}`
}

type AnyModel = Pick<Model<StoredRecord>, 'updateOne'>

/** Values that plugins store with a record, at `metadata.<plugin>.<key>`; the module `services/metadata`. */
export const metadata = {
  set: (model: AnyModel, id: string, key: string | readonly string[], value: unknown): Promise<unknown> =>
    model.updateOne({ id }, { $set: { [pathOf(key)]: value } }),
  unset: (model: AnyModel, id: string, key: string | readonly string[]): Promise<unknown> =>
    model.updateOne({ id }, { $unset: { [pathOf(key)]: true } }),
}

export default metadata
export { metadata as 'module.exports' }
