import { writeFile } from 'node:fs/promises'
import { BROWSER_ARGS, findBrowser } from '@platform/plugin-testing'
import { chromium } from 'playwright-core'
import { median, rounded, tokenFor } from './lib/page.js'
import { processorTime } from './lib/processor.js'
import { startScript, startServer } from './lib/server.js'
import { platform } from './lib/workplace.js'

const COMMENTS = 100_000
const ROWS = 20
const ROUNDS = 9
/** So high that all of the first rows are drawn; a browser draws those that are on the screen. */
const VIEWPORT = { width: 1_280, height: 8_000 }
const MODERATOR = { email: 'moderator@queue.example', password: 'a long enough password' }

/** The first rows of a long queue of the admin panel in Chromium, against a document with the same rows. */
export async function queue({ comments, copies, fresh }) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('the benchmark "queue" needs Chromium on the PATH')
  const path = fresh()
  await platform(path, ['import', 'threads', await copies(Math.ceil(COMMENTS / comments))])
  const { email, password } = MODERATOR
  const account = ['--email', email, '--username', 'works_the_queue', '--password', password, '--roles', 'MODERATOR']
  await platform(path, ['users', 'create', ...account])
  const server = await startServer(path)
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGS] })
  try {
    const context = await browser.newContext({ viewport: VIEWPORT })
    await context.addInitScript(noteRows, ROWS)
    await context.addCookies([{ name: 'authorization', value: await tokenFor(server, MODERATOR), url: server.url }])
    const page = await context.newPage()
    const address = `${server.url}/admin/moderate/new`
    await drawn(page, address)
    const bare = await startBare(await page.evaluate(asDocument), `${path}.queue.json`)
    await drawn(page, bare.url)
    const [ours, theirs, processor] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      const before = processorTime(server.pid)
      ours.push(await drawn(page, address))
      processor.push(processorTime(server.pid) - before)
      theirs.push(await drawn(page, bare.url))
    }
    await bare.stop()
    return {
      [`first ${ROWS} rows of a queue of 100,000`]: {
        value: rounded(median(ours), 0),
        unit: 'ms',
        target: 'under 1,000',
      },
      'processor time of the server for them': {
        value: rounded(median(processor), 0),
        unit: 'ms',
        target: 'under 50',
      },
      'against the same rows as a document': {
        value: rounded(median(ours.map((time, i) => time / theirs[i])), 1),
        unit: 'times as long',
      },
      'those of the document': { value: rounded(median(theirs), 0), unit: 'ms' },
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Opens a page. @returns when its rows were drawn, in milliseconds from the beginning of the navigation */
async function drawn(page, address) {
  await page.goto(address)
  await page.waitForFunction(() => globalThis.rowsDrawnAt !== undefined)
  const time = await page.evaluate(() => globalThis.rowsDrawnAt)
  // What the page still loads belongs to no later measurement.
  await page.waitForLoadState('networkidle')
  return time
}

/** Runs in each page: notes when so many rows are drawn. */
function noteRows(rows) {
  const look = () => {
    if (document.querySelectorAll('article.card').length >= rows)
      requestAnimationFrame(() => {
        globalThis.rowsDrawnAt = performance.now()
      })
    else requestAnimationFrame(look)
  }
  look()
}

/** Runs in the page: what is drawn, as one document without script. */
function asDocument() {
  const copy = document.documentElement.cloneNode(true)
  for (const element of copy.querySelectorAll('script, link')) element.remove()
  const style = document.createElement('style')
  style.textContent = [...document.styleSheets]
    .flatMap(sheet => [...sheet.cssRules])
    .map(rule => rule.cssText)
    .join('\n')
  copy.querySelector('head').append(style)
  return `<!doctype html>${copy.outerHTML}`
}

async function startBare(body, file) {
  await writeFile(file, JSON.stringify({ headers: { 'content-type': 'text/html; charset=utf-8' }, body }))
  const { message, stop } = await startScript('bare-server.js', [file])
  return { url: `http://localhost:${message.port}/`, stop }
}
