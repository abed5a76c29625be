import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { JsonError, parseBoundedJson } from '@platform/config'
import { BadUserInputError, PlatformError } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import { ownTurn } from './own-turn.ts'

/** The most bytes of a request's body. */
export const MAX_BODY = 256 * 1024
/** A text of more characters may take milliseconds to parse. */
const LONG = 16 * 1024

/** The key under which a request keeps its body: a map of requests costs more than reading the body. */
const BODY = Symbol('body')

/** The bytes of a request, read once. @throws an error with status 413 or 415. */
export function readBody(req: IncomingMessage & { [BODY]?: Promise<Buffer> }): Promise<Buffer> {
  if (req.readableEnded && !req[BODY]) return Promise.reject(alreadyRead())
  const isShort = Number(req.headers['content-length']) <= MAX_BODY && req.headers['content-encoding'] === undefined
  req[BODY] ??= isShort ? collect(req) : read(req)
  return req[BODY]
}

/** The error for a body that middleware of a plugin has read, because its end will not come a second time. */
function alreadyRead(): Error {
  return new Error(
    'the body was read before the server could: middleware of an `app` hook must leave it, and routes have req.body',
  )
}

/** The fast way for nearly every request: Node.js reads no more bytes than the announced length. */
function collect(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    req
      .on('data', (part: Buffer) => {
        parts.push(part)
      })
      .once('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
      .once('error', reject)
  })
}

async function read(req: IncomingMessage): Promise<Buffer> {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new PlatformError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without an encoding', { status: 415 })
  const length = req.headers['content-length']
  return getRawBody(req, { limit: MAX_BODY, ...(length === undefined ? {} : { length }) })
}

/** Reads a JSON body. @throws PlatformError 415 for another type, 400 for a text that is no JSON or exceeds a limit. */
export async function readJson(ctx: Context, types: readonly string[] = ['application/json']): Promise<unknown> {
  if (!ctx.is([...types])) throw new PlatformError('UNSUPPORTED_MEDIA_TYPE', `Send ${types[0]}`, { status: 415 })
  const text = await readText(ctx)
  if (text.length > LONG) await ownTurn(ctx.ip)
  return parseJson(text)
}

/** Parses JSON of a request. @param name the parameter that has it; without a name it is the body */
export function parseJson(text: string, name?: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (error.field === null)
      throw new PlatformError(
        'BAD_REQUEST',
        name === undefined ? 'The body is not JSON' : `${name}: this is not JSON`,
        { status: 400 },
      )
    const field = name === undefined ? error.field : `${name}.${error.field}`
    throw new BadUserInputError(`${field}: ${error.message}`, {
      metadata: { problems: [{ field, message: error.message }] },
    })
  }
}

async function readText(ctx: Context): Promise<string> {
  const bytes = await readBody(ctx.req)
  if (!isUtf8(bytes))
    throw new PlatformError('BAD_REQUEST', 'The body is not UTF-8; send it in that encoding', { status: 400 })
  return bytes.toString()
}

/** The fields of a posted form; of a name that occurs twice the first counts. */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded'))
    throw new PlatformError('UNSUPPORTED_MEDIA_TYPE', 'Send a form', { status: 415 })
  const fields = [...new URLSearchParams(await readText(ctx))]
  return Object.fromEntries(fields.reverse())
}

/** Parses a body by a schema. @throws BadUserInputError that names every bad field. */
export { parseInput as parseBody } from '../input/invalid-input.ts'
