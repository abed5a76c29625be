// What asks a server for its health, in a process of its own and on one connection: sends how long each answer took,
// and how much of that the thread of the server which answers had no core.
import { Agent, get } from 'node:http'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { mainThread } from './processor.js'

const PAUSE = 10

const { url, pid, seconds } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask() {
  const before = mainThread(pid).waited
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(`${url}/livez`, { agent }, response => {
      response.resume().once('end', () => {
        if (response.statusCode === 200)
          resolve({ took: performance.now() - began, withoutCore: mainThread(pid).waited - before })
        else reject(new Error(`/livez answered ${response.statusCode}`))
      })
    })
    request.once('error', reject)
  })
}

const waits = []
for (const end = performance.now() + 1_000 * seconds; performance.now() < end; await sleep(PAUSE))
  waits.push(await ask())
process.send({ waits }, () => process.disconnect())
