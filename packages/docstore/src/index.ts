export { explainFind, firstOfEach } from './abilities.ts'
export { backUpDocstore, removePartialBackup, restoreDocstore } from './backup.ts'
export { connectDocstore } from './connect.ts'
export type * from './contract/backup.ts'
export type * from './contract/collection.ts'
export type * from './contract/cursor.ts'
export type * from './contract/docstore.ts'
export type * from './contract/filter.ts'
export type * from './contract/hold.ts'
export type * from './contract/indexes.ts'
export type * from './contract/results.ts'
export {
  DocstoreError,
  type DocstoreErrorCode,
  type DuplicateKeyError,
  isDuplicateKeyError,
  isReadTooLong,
} from './errors.ts'
export { isDocstoreOutage } from './outage.ts'
export { LONGEST_READ } from './read-deadline.ts'
export { timedUUID } from './timed-uuid.ts'
export { type DocstoreUrl, docstoreFile, parseDocstoreUrl, redactUrl } from './url.ts'
