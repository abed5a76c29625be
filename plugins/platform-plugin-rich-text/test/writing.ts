import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestStream, type TestStream, type TestUser } from '@platform/plugin-testing'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { axeOf } from '../../../apps/server/test/pages/axe.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import richText from '../server/index.ts'

/** A platform with this plugin, and Chromium. */
export interface Place extends AsyncDisposable {
  readonly stream: TestStream
  /** What pages complained about: errors, dialogs, and what the content security policy refused. */
  readonly complaints: readonly string[]
  open(asset: Asset, options?: OpenOptions): Promise<Author>
  /** The newest comment of a discussion, as it is stored. */
  stored(asset: Asset): Promise<Pick<Comment, 'body' | 'metadata'>>
}

interface OpenOptions extends BrowserContextOptions {
  /** Who writes. Default: a new user. */
  readonly user?: TestUser
}

/** The page of a discussion in the browser of somebody who writes. */
export interface Author extends AsyncDisposable {
  readonly page: Page
  /** The field to write in, whether it is the editor or not. */
  readonly field: Locator
  /** Goes to the field, and waits until the editor has taken its place. */
  begin(): Promise<void>
  press(name: string): Promise<void>
  type(text: string): Promise<void>
  post(): Promise<void>
  /** What the editor shows. */
  html(): Promise<string>
  axe(): Promise<readonly string[]>
}

export async function openPlace(): Promise<Place> {
  const stream = await createTestStream({ client: new URL('..', import.meta.url), plugins: [richText] })
  const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  const complaints: string[] = []
  return {
    stream,
    complaints,
    open: (asset, options = {}) => openAs({ stream, browser, complaints }, asset, options),
    async stored({ id }) {
      const comments = stream.platform.services.docstore.collection<Comment>('comments')
      const [newest] = await comments.find({ asset_id: id }, { sort: { created_at: -1 }, limit: 1 }).toArray()
      if (!newest) throw new Error('nothing was posted')
      return { body: newest.body, metadata: newest.metadata }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await stream[Symbol.asyncDispose]()
    },
  }
}

interface Around {
  readonly stream: TestStream
  readonly browser: Browser
  readonly complaints: string[]
}

async function openAs({ stream, browser, complaints }: Around, asset: Asset, options: OpenOptions): Promise<Author> {
  const { user, ...context } = options
  const address = await stream.address(asset)
  const { token } = user ?? (await stream.platform.createUser())
  const opened = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...context })
  await opened.addCookies([{ name: 'authorization', value: token, url: new URL(address).origin }])
  const page = await opened.newPage()
  page.on('pageerror', error => complaints.push(error.message))
  page.on('dialog', dialog => void dialog.dismiss().then(() => complaints.push(`a dialog: ${dialog.message()}`)))
  page.on(
    'console',
    message => /Content Security Policy|Refused to/i.test(message.text()) && complaints.push(message.text()),
  )
  await page.goto(address)
  if (context.javaScriptEnabled !== false) await page.locator('.stream.alive').waitFor()
  const field = page.locator('#body')
  return {
    page,
    field,
    async begin() {
      await field.focus()
      await page.locator('#body[role=textbox]:focus').waitFor()
    },
    press: name => page.getByRole('button', { name, exact: true }).first().click(),
    type: text => page.keyboard.type(text),
    post: () => page.getByRole('button', { name: 'Post', exact: true }).click(),
    async html() {
      const html = (await field.innerHTML()).replaceAll('&nbsp;', ' ').replaceAll('\u200B', '')
      // A break at the end of a line with words is where the browser keeps the caret.
      return html.replace(/(?<!<div>)<br>(?=<\/(?:div|li)>)/g, '')
    },
    axe: () => axeOf(page),
    [Symbol.asyncDispose]: () => opened.close(),
  }
}
