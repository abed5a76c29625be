import { mailAddress } from '../grammar/mail-address.ts'
import { boolean, integer, line } from '../grammar/scalar.ts'
import { endpoint, host, hostList } from '../grammar/url.ts'
import { defineOptional, defineVariable } from '../variable.ts'

const topic = 'Mail'
const requiredWhen = 'for mail, together with the other four'

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
    meaning: 'Mail server, without protocol or port.',
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
      'FALSE sends mail also through a server that offers no encryption, or whose certificate is not trusted. ' +
      'A mail server on this machine needs none.',
  }),
  PLATFORM_MAIL_TEMPLATES: defineOptional({
    topic,
    type: 'path of a folder',
    schema: line(4096),
    meaning: 'Folder with mail templates that replace those of the same name.',
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
      'Hosts inside the own network that may be read from, for titles of articles for instance. Nothing else ' +
      'there is ever asked; addresses in other variables need not be repeated.',
  }),
  PLATFORM_DISABLE_SCRAPER: defineVariable({
    topic: 'Server',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE no longer looks at the pages of new discussions for their title, author and picture.',
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
    meaning: 'Public key, given to browsers.',
  }),
  PLATFORM_CAPTCHA_VERIFY_URL: defineVariable({
    topic: 'Captcha',
    type: 'http(s) address',
    default: 'https://www.google.com/recaptcha/api/siteverify',
    schema: endpoint,
    hides: 'credentials',
    meaning:
      'Where an answer is checked by a form post of `secret`, `response` and `remoteip`; the common captcha ' +
      'services share it.',
  }),
  PLATFORM_CAPTCHA_SCRIPT_URL: defineOptional({
    topic: 'Captcha',
    type: 'http(s) address',
    schema: endpoint,
    meaning:
      'Script that draws the captcha on the page to sign in. Known by itself for reCAPTCHA, hCaptcha and ' +
      'Turnstile; without one for another service, people wait there.',
  }),
}
