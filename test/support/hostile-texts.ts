/**
 * Texts with a meaning to a reader that takes them for more than text: HTML, a pattern of `String.replace`, a placeholder of ours,
 * JSON, a path, a URL, a topic filter, a template of Home Assistant, a spreadsheet. Each sign stands in its text twice, so that
 * escaping the first one alone is noticed.
 */
export const hostileTexts: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<!-- <script> <!-- <script>',
  '<img src=x onerror=alert(1)><img src=x onerror=alert(2)>',
  '"\'`"\'` onclick="alert(1)"',
  '&lt;script&gt;&amp;&amp;',
  "$& $& $' $' $` $` $1 $1 $$ $$",
  '__TITLE__ __TITLE__ __WORDS__ __SNAPSHOT__ __name__ __name__',
  '\\u003c\\u003c\\"\\"\\n\\n',
  'two\nlines\r\nand \u2028 more\u2029',
  '../../etc/../passwd',
  '..\\..\\etc\\..',
  'a/b/c?d=e&d=f#g#h%2F%2F',
  '+/+/#/#',
  'a\0b\0c\u0007\u0007',
  '{{ 7 * 7 }}{{ 7 * 7 }}{% raw %}',
  '=1+1,"=1+1";=1+1',
  '| a | b |\n\n### c\n\n### d',
];
