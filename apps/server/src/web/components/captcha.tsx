import type { CaptchaWidget } from '../captcha.ts'

/** The captcha of a form, drawn by its service's script. */
export function Captcha({ widget: { className, siteKey, script } }: { widget: CaptchaWidget }) {
  return (
    <div class="field">
      <p class="hint" id="captcha-hint">
        Or show that you are no program, and try again at once.
      </p>
      <div class={`captcha ${className}`} data-sitekey={siteKey} aria-describedby="captcha-hint" />
      <noscript>
        <p class="hint">That needs a script from {new URL(script).host}. Without it, please wait.</p>
      </noscript>
      <script src={script} async defer />
    </div>
  )
}
