import { writeFile } from 'node:fs/promises'
import { startScript } from './server.js'

/** Headers that each connection makes for itself. */
const OWN = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/**
 * A bare server that gives to everybody the bytes that an address answers with, to a body or, without one, to a GET.
 */
export async function startBare(endpoint, body, file) {
  // The load generator asks for no compression either.
  const headersOf = more => ({ 'accept-encoding': 'identity', ...more })
  const answer = await fetch(
    endpoint,
    body === undefined
      ? { headers: headersOf({}) }
      : { method: 'POST', headers: headersOf({ 'content-type': 'application/json' }), body },
  )
  if (!answer.ok) throw new Error(`${endpoint} answered ${answer.status}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN.includes(name)))
  await writeFile(file, JSON.stringify({ headers, body: await answer.text() }))
  const { message, stop } = await startScript('bare-server.js', [file])
  return { url: `http://localhost:${message.port}/api/v1/graph/ql`, stop }
}
