import { MongoBulkWriteError, MongoNetworkError } from 'mongodb'
import { expect, test } from 'vitest'
import { isDocstoreOutage } from '../src/index.ts'

/** An error of Node's sockets, as it comes through the code of a file. */
function broken(code: string, file: string): Error {
  const error = Object.assign(new Error('This socket has been ended by the other party'), { code })
  error.stack = `${error}\n    at Connection.writeCommand (${file}:301:20)`
  return error
}

test.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])(
  'a connection of MongoDB’s driver that breaks (%s) is an outage, a connection of other code is none',
  code => {
    expect(isDocstoreOutage(broken(code, '/site/node_modules/mongodb/lib/cmap/connection.js'))).toBe(true)
    expect(isDocstoreOutage(broken(code, 'C:\\site\\node_modules\\mongodb\\lib\\cmap\\connection.js'))).toBe(true)
    expect(isDocstoreOutage(broken(code, '/site/node_modules/undici/lib/client.js'))).toBe(false)
  },
)

test('many writes that could not be sent are an outage, many of which one was refused are none', () => {
  const bulkError = (cause: object) => new MongoBulkWriteError(cause as never, {} as never)
  expect(isDocstoreOutage(bulkError(new MongoNetworkError('interrupted due to server monitor timeout')))).toBe(true)
  expect(isDocstoreOutage(bulkError({ message: 'E11000 duplicate key', code: 11_000, writeErrors: [] }))).toBe(false)
})
