import { writeFile } from 'node:fs/promises'
import { startScript } from './server.js'

/** Headers that each connection makes for itself. */
const OWN = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** A bare server that gives to everybody the bytes that an endpoint answers a body with. */
export async function startBare(endpoint, body, file) {
  // The load generator asks for no compression either.
  const asked = { 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const answer = await fetch(endpoint, { method: 'POST', headers: asked, body })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN.includes(name)))
  await writeFile(file, JSON.stringify({ headers, body: await answer.text() }))
  const { message, stop } = await startScript('bare-server.js', [file])
  return { url: `http://localhost:${message.port}/api/v1/graph/ql`, stop }
}
