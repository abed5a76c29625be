import { z } from 'zod'
import { fromText, Refusal } from '../grammar/from-text.ts'
import { boolean, integer, line } from '../grammar/scalar.ts'
import { endpoint, host, hostList } from '../grammar/url.ts'
import { defineOptional, defineVariable } from '../variable.ts'

const topic = 'Mail'

const plainAddress = z.email().max(254)

/** One sender: `comments@example.com` or `Comments <comments@example.com>`. */
const mailAddress = fromText(text => {
  const named = /^[^<>,;:"\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text)
  if (!plainAddress.safeParse(named?.[1] ?? text).success) {
    throw new Refusal('must be one e-mail address, such as comments@example.com or Comments <comments@example.com>')
  }
  return text
})

const requiredWhen = 'for mail: set all five of these variables, or none'

export const mailVariables = {
  PLATFORM_SMTP_EMAIL: defineOptional({
    topic,
    type: 'e-mail address',
    schema: mailAddress,
    requiredWhen,
    meaning: 'Sender of every mail.',
  }),
  PLATFORM_SMTP_USERNAME: defineOptional({
    topic,
    type: 'text',
    schema: line(1024),
    requiredWhen,
    meaning: 'User name at the mail server.',
  }),
  PLATFORM_SMTP_PASSWORD: defineOptional({
    topic,
    type: 'text',
    schema: line(4096),
    requiredWhen,
    hides: 'secret',
    meaning: 'Password at the mail server.',
  }),
  PLATFORM_SMTP_HOST: defineOptional({
    topic,
    type: 'host name or IP address',
    schema: host,
    requiredWhen,
    meaning: 'Host of the mail server, without protocol or port.',
  }),
  PLATFORM_SMTP_PORT: defineOptional({
    topic,
    type: 'integer 1–65535',
    schema: integer(1, 65_535),
    requiredWhen,
    meaning: 'Port of the mail server; 465 means TLS from the start.',
  }),
}

export const deliveryVariables = {
  PLATFORM_SMTP_REQUIRE_TLS: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'TRUE',
    schema: boolean,
    meaning:
      'FALSE also sends mail through a server without encryption, or with a certificate that is not trusted. ' +
      'A mail server on this machine needs no encryption.',
  }),
  PLATFORM_MAIL_TEMPLATES: defineOptional({
    topic,
    type: 'path of a folder',
    schema: line(4096),
    meaning: 'Folder with mail templates, which replace the templates of the same name.',
  }),
}

export const outboundVariables = {
  PLATFORM_OUTBOUND_ALLOW: defineVariable({
    topic: 'Server',
    type: 'hosts or host:port, separated by commas',
    default: '',
    schema: hostList,
    emptyCounts: true,
    meaning:
      'Hosts in your own network that the server may send requests to, for example to read titles of articles. ' +
      'It sends requests to no other host there, except those that other variables name.',
  }),
  PLATFORM_DISABLE_SCRAPER: defineVariable({
    topic: 'Server',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE stops reading title, author and picture from the pages of new assets.',
  }),
  PLATFORM_DISABLE_AVATARS: defineVariable({
    topic: 'Server',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning:
      'TRUE shows initials only: the server reads no pictures of users from the services by which they sign in, and ' +
      'removes those that it has.',
  }),
}

const forCaptcha = 'for a captcha, together with the other key'

export const captchaVariables = {
  PLATFORM_CAPTCHA_SECRET: defineOptional({
    topic: 'Captcha',
    type: 'text',
    schema: line(1024),
    requiredWhen: forCaptcha,
    hides: 'secret',
    meaning: 'Secret key at the captcha service.',
  }),
  PLATFORM_CAPTCHA_PUBLIC: defineOptional({
    topic: 'Captcha',
    type: 'text',
    schema: line(1024),
    requiredWhen: forCaptcha,
    meaning: 'Public key, which browsers get.',
  }),
  PLATFORM_CAPTCHA_VERIFY_URL: defineVariable({
    topic: 'Captcha',
    type: 'http(s) address',
    default: 'https://www.google.com/recaptcha/api/siteverify',
    schema: endpoint,
    hides: 'credentials',
    meaning:
      'Address at which an answer is checked, by a form post of `secret`, `response` and `remoteip`. The common ' +
      'captcha services all work this way.',
  }),
  PLATFORM_CAPTCHA_SCRIPT_URL: defineOptional({
    topic: 'Captcha',
    type: 'http(s) address',
    schema: endpoint,
    meaning:
      'Script that shows the captcha on the sign-in page. The platform knows those of reCAPTCHA, hCaptcha and ' +
      'Turnstile. For another service without a script, users who fail too often must wait.',
  }),
}
