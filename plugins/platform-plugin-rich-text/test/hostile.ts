/** HTML that people have tried on sites like this one, by the way it attacks. */
export const HOSTILE: readonly string[] = [
  // scripts and handlers
  '<script>alert(1)</script>', '<ScRiPt src=//evil.example/x.js></sCrIpT>', '<scr<script>ipt>alert(1)</scr</script>ipt>', '<img src=x onerror=alert(1)>', '<b onclick="alert(1)">b</b>', '<div/onmouseover=alert(1)>x</div>',
  '<svg onload=alert(1)>', '<svg><script>alert(1)</script></svg>', '<svg><animate onbegin=alert(1) attributeName=x>', '<details open ontoggle=alert(1)>x', '<body onload=alert(1)>', '<input autofocus onfocus=alert(1)>', '<marquee onstart=alert(1)>x</marquee>',
  // addresses
  '<a href="javascript:alert(1)">x</a>', '<a href="JaVa\tScRiPt:alert(1)">x</a>', '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a href="&#106;avascript:alert(1)">x</a>', '<iframe src="javascript:alert(1)"></iframe>', '<form action="javascript:alert(1)"><button>x</button></form>', '<object data="data:text/html,x"></object>', '<embed src=//evil.example>', '<base href=//evil.example/>', '<meta http-equiv=refresh content="0;url=//evil.example">', '<link rel=stylesheet href=//evil.example>',
  'javascript://evil.example/%0Aalert(1)', 'http://evil.example/"onmouseover="alert(1)', "http://evil.example/'onmouseover='alert(1)", 'http://evil.example/<script>alert(1)</script>', 'http://evil.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;', 'https://good.example@evil.example/', 'http://user:password@evil.example/', 'data:text/html,<script>alert(1)</script>', 'vbscript://x/alert(1)',
  // styles and clobbering
  '<style>*{display:none}</style>', '<div style="position:fixed;inset:0;background:url(//evil.example)">x</div>', '<span class="admin" id="location">x</span>', '<div name="body" id="forms">x</div>', '<b data-x="1" slot="y" is="z" part="w">x</b>',
  // parsers that disagree
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<template><script>alert(1)</script></template>', '<textarea></textarea><script>alert(1)</script>', '<title><img src=x onerror=alert(1)></title>', '<xmp><p title="</xmp><img src=x onerror=alert(1)>">', '<plaintext><script>alert(1)</script>', '<select><option><script>alert(1)</script></select>', '<!--><img src=x onerror=alert(1)>-->', '<!--<img src="--><img src=x onerror=alert(1)//">', '<![CDATA[<img src=x onerror=alert(1)>]]>', '<?xml version="1.0"?><b>x</b>', '<!DOCTYPE html [<!ENTITY x "y">]>&x;', '</div></div></body></html><script>alert(1)</script>', '<b/><i/x><div/ /y>z', '<b\0>x</b>', '<b title=">">x</b>', '<b <i>>x', '<<b>>x<</b>>', '< b>x', '<b x=\'"><script>alert(1)</script>\'>x</b>', '&lt;script&gt;alert(1)&lt;/script&gt;', '&amp;lt;script&amp;gt;', '&#60;script&#62;alert(1)&#60;/script&#62;', '&#x3c;img src=x onerror=alert(1)&#x3e;', '&lt;b&gt;not bold&lt;/b&gt;',
  // sizes
  '<div>'.repeat(3_000), '<b>'.repeat(3_000) + 'x', '<'.repeat(20_000), '&'.repeat(20_000), '<!--'.repeat(5_000), '<a href="'.repeat(2_000), 'http://'.repeat(4_000), `http://x.example/${'('.repeat(20_000)}`, '"'.repeat(20_000),
  // characters
  '\u202Etxet', 'a\uD800b', '\uFEFF<b>x</b>', '<b>\u0000</b>', '＜script＞alert(1)＜/script＞', 'https://еxample.com/ <b>x</b>',
]
