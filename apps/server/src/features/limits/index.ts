import { type Captcha, createCaptcha } from '@platform/auth'
import type { Config } from '@platform/config'
import { defineFeature } from '../../contract/define-feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { createLimits, type LimitsService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly limits: LimitsService
  }
}

/** How long a captcha provider may take to answer, in milliseconds. */
const DEADLINE = 5_000
/** The most bytes of its answer. */
const LARGEST = 64 * 1024

/**
 * Posts a form to an address that the operator configured. @returns the JSON of the answer.
 * @throws Error for a status other than 2xx, a redirect, an answer that is too large, late or no JSON
 */
async function postForm(outbound: Outbound, url: string, form: URLSearchParams): Promise<unknown> {
  const answer = await outbound.fetch(url, {
    trusted: true,
    method: 'POST',
    body: form,
    redirects: 0,
    timeout: DEADLINE,
    maxBytes: LARGEST,
    headers: { accept: 'application/json' },
  })
  if (answer.status < 200 || answer.status > 299) throw new Error(`${new URL(url).host} answered with ${answer.status}`)
  return answer.json()
}

function captchaOf({ captcha }: Config, outbound: Outbound): Captcha | null {
  return captcha ? createCaptcha({ ...captcha, post: (url, form) => postForm(outbound, url, form) }) : null
}

/** Limits on what clients may try, so that no client guesses passwords, floods mailboxes or fills the store. */
export const limitsFeature = defineFeature({
  name: 'limits',
  services: {
    limits: {
      needs: ['kvstore', 'config', 'outbound'],
      create: ({ kvstore, config, outbound }) =>
        createLimits({
          kvstore,
          captcha: captchaOf(config, outbound),
          challengesAccounts: config.captcha?.drawable === true,
        }),
    },
  },
})
