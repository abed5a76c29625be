// What the oldest browsers of docs/reference/browsers.md lack. The embed script loads it where it is missing.
import 'intersection-observer'
