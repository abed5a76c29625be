import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { type Asset, type Jobs, NotFoundError, PlatformError, type QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../../contract/context.ts'
import { destinationOf } from '../../../outbound/destination.ts'
import { OutboundError } from '../../../outbound/error.ts'
import { mayAnswerLater, type Outbound } from '../../../outbound/outbound.ts'
import type { Revisions } from '../../../pubsub/revisions.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import { SERVER_VERSION } from '../../../runtime/version.ts'
import { factsOf } from './facts.ts'
import { createLearn } from './learn.ts'
import type { PageMetadata } from './page-metadata.ts'
import { decodePage, parsePage } from './parse-page.ts'

/** Reads the title, author, picture and other facts from the page of a discussion. */
export interface ScraperService {
  /** Reads a new page in the background, unless it may not be fetched. A failure to queue that is only logged. */
  welcome(asset: Asset): Promise<void>
  /**
   * Reads a page again, and overwrites the stored facts with those of the page.
   *
   * @throws NotFoundError; PlatformError INVALID_ASSET_URL for a page that may not be fetched.
   */
  refresh(id: string): Promise<void>
  /** Reads the page of an asset and stores its facts. The work of the job `assets.scrape`. */
  scrape(job: Scraping): Promise<void>
}

interface Dependencies {
  readonly config: Config
  readonly jobs: Jobs
  readonly outbound: Outbound
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly clock: Clock
  readonly log: Log
}

const input = z.object({ id: z.string(), overwrite: z.boolean() })
/** The asset whose page is read, and whether the facts of the page replace the stored ones. */
type Scraping = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'assets.scrape': Scraping
  }
}

const scrape: QueuedJob<typeof input, ServerContext> = {
  input,
  timeout: 30_000,
  run: (job, { services }) => services.scraper.scrape(job),
}

export const scraperJobs = { 'assets.scrape': scrape }

const HTML = ['text/html', 'application/xhtml+xml']

export function createScraper({ config, jobs, outbound, log, ...stores }: Dependencies): ScraperService {
  const assets = stores.docstore.collection<Asset>('assets')
  const learn = createLearn(stores)
  const allowed = new Set(config.outboundAllow)

  /** The metadata of a page; `null` for a page without any. It throws when another attempt may succeed. */
  async function read(url: string): Promise<PageMetadata | null> {
    try {
      const { status, headers, bytes } = await outbound.fetch(url, {
        accept: HTML,
        headers: { accept: HTML.join(', '), 'user-agent': `platform/${SERVER_VERSION}` },
      })
      if (mayAnswerLater(status)) throw new Error(`${url} answers with ${status}`)
      return status >= 200 && status < 300 ? await parsePage(decodePage(bytes, headers.get('content-type'))) : null
    } catch (error) {
      if (!(error instanceof OutboundError) || !['OUTBOUND_REFUSED', 'OUTBOUND_TOO_LARGE'].includes(error.code))
        throw error
      log.info({ url, reason: error.message }, 'a page was not read')
      return null
    }
  }

  function mayFetch(url: string): boolean {
    if (!config.scraper) return false
    try {
      destinationOf(url, { allowed, trusted: false })
      return true
    } catch {
      return false
    }
  }

  return {
    async welcome({ id, url }) {
      if (!mayFetch(url)) return
      await jobs
        .add('assets.scrape', { id, overwrite: false }, { key: id })
        .catch((error: unknown) => log.warn({ err: error, asset: id }, 'a new page is not read'))
    },
    async refresh(id) {
      const asset = await assets.findOne({ id })
      if (!asset) throw new NotFoundError('The discussion')
      if (!mayFetch(asset.url))
        throw new PlatformError(
          'INVALID_ASSET_URL',
          'This page may not be fetched from here; the operator can allow its host',
        )
      await jobs.add('assets.scrape', { id, overwrite: true }, { key: `again ${id}` })
    },
    async scrape({ id, overwrite }) {
      const asset = await assets.findOne({ id })
      if (!asset) return
      const metadata = await read(asset.url)
      await learn(id, { facts: metadata ? factsOf(metadata, asset.url) : {}, overwrite })
    },
  }
}
