import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWatch, ToWatch } from './loop-watch.ts'

/** How long the main thread may take to answer. Milliseconds. */
const PATIENCE = 1_000

interface Paused {
  readonly params: {
    readonly callFrames: readonly { readonly location: { readonly scriptId: string; readonly lineNumber: number } }[]
  }
}
interface Parsed {
  readonly params: { readonly scriptId: string; readonly url: string }
}

const port = parentPort
if (!port) throw new Error('the loop watcher runs only in a thread of openLoopWatch')

let timer: NodeJS.Timeout | undefined
let of: readonly string[] | null = null
const send = (message: FromWatch) => {
  port.postMessage(message)
}

port.on('message', (message: ToWatch) => {
  clearTimeout(timer)
  if (typeof message !== 'object') return
  of = message.of
  timer = setTimeout(ask, message.watch)
})

/** Asks the main thread for an answer: it answers while it waits for something, and not while it loops. */
function ask(): void {
  send('alive?')
  timer = setTimeout(endLoop, PATIENCE)
}

function endLoop(): void {
  const session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }: Parsed) => {
    files.set(scriptId, url)
  })
  session.on('Debugger.paused', ({ params: { callFrames } }: Paused) => {
    const [place] = callFrames
      .map(({ location: { scriptId, lineNumber } }) => ({ file: files.get(scriptId) ?? '', line: lineNumber + 1 }))
      .filter(({ file }) => file !== '' && !file.startsWith('node:') && (of === null || isOf(file, of)))
    if (of === null || place !== undefined) endAt(session, place ? `${place.file}:${place.line}` : null)
    session.post('Debugger.resume', () => {})
    session.post('Debugger.disable', () => {
      session.disconnect()
    })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/**
 * Ends the process from the main thread, on top of the loop. A thread can't give the process an exit code, and a loop
 * that is broken off leaves functions of Node half done, at which Node aborts.
 */
function endAt(session: Session, place: string | null): void {
  const ending = `this[Symbol.for(${JSON.stringify(workerData)})]`
  session.post('Runtime.evaluate', { expression: `${ending}(${JSON.stringify(place)})`, silent: true })
}

/** Whether a file is in the folder of one of the plugins, under `plugins` or `node_modules`. */
function isOf(file: string, plugins: readonly string[]): boolean {
  const path = file.replaceAll('\\', '/')
  return plugins.some(name =>
    [
      `plugins/${name}`,
      `node_modules/${name}`,
      `plugins/platform-plugin-${name}`,
      `node_modules/platform-plugin-${name}`,
    ].some(folder => path.includes(`/${folder}/`)),
  )
}
