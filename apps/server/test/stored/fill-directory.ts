import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestPlatform } from '@platform/plugin-testing'
import { startMailbox } from '../mail/smtp-server.ts'
import { fillSite } from './fill.ts'
import { type Known, SITE, siteVariables, storedPlugins } from './site.ts'

/** What the page of a discussion says of itself. */
const PAGE = `<!doctype html><html><head><title>How clocks are wound</title><meta property="og:title" content="How clocks are wound">
<meta property="og:description" content="From the left."><meta property="og:image" content="http://localhost/clock.png"><meta name="author" content="Tilda Tock">
<meta property="article:section" content="Science"><meta property="article:subsection" content="Time">
<meta property="article:published_time" content="2098-12-01T09:00:00Z"><meta property="article:modified_time" content="2098-12-02T09:00:00Z"></head><body>…</body></html>`

/** Fills a site by its doors while the mail server refuses one address for good, and another for now. */
export async function fillDirectory(directory: string, personal: string): Promise<{ known: Known; ends: Date }> {
  await using mailbox = await startMailbox({
    onRcptTo({ address }, _, done) {
      if (address.startsWith('refused')) return done(Object.assign(new Error('no such person'), { responseCode: 550 }))
      if (address.startsWith('later')) return done(Object.assign(new Error('come again'), { responseCode: 451 }))
      done()
    },
  })
  const pages = createServer(({ url = '' }, answer) => {
    answer.writeHead(url.endsWith('broken') ? 503 : 200, { 'content-type': 'text/html' }).end(PAGE)
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`
  const env = {
    ...siteVariables(directory),
    ...mailbox.env,
    PLATFORM_DISABLE_SCRAPER: 'FALSE',
    PLATFORM_OUTBOUND_ALLOW: host,
  }
  await using site = await createTestPlatform({ directory, plugins: await storedPlugins(), now: SITE.begins, env })
  const known = await fillSite(site, { page: `http://${host}/clocks`, personal })
  pages.closeAllConnections()
  pages.close()
  return { known, ends: site.clock.now() }
}
