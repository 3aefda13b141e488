/** Node-RED's editor client in the page, as far as it is used here. */
interface EditorClient {
  [part: string]: unknown;
  view: { createNode(type: string, x: number, y: number): { readonly node: { readonly id: string } } };
  readonly settings: { init(options: object, done: () => void): void };
  readonly i18n: {
    init(options: object, done: () => void): void;
    lang(): string;
    loadNodeCatalogs(done: () => void): void;
  };
  readonly nodes: {
    init(): void;
    setNodeList(list: readonly object[]): void;
    import(nodes: readonly object[]): void;
    add(node: object): void;
    dirty(is: boolean): void;
  };
  readonly editor: { codeEditor: object; init(): void; registerEditPane(name: string, pane: () => object): void };
  readonly plugins: { registerPlugin(id: string, plugin: object): void };
  readonly keyboard: { init(done: () => void): void };
  readonly notifications: { init(): void };
}

/**
 * Runs in the page: makes the editor client's dialogs usable without its editor. `RED.editor`, `RED.tray`, `RED.nodes` and the
 * widgets are Node-RED's own. The canvas, the sidebars, the palette and the code editor of a node's description are left out;
 * the sidebar's plugin only lends its chart. Sets `RED.ready` once dialogs can be opened.
 */
export const boot = String(() => {
  const { RED, $ } = window as unknown as { readonly RED: EditorClient; readonly $: JQueryStatic };
  /** Takes every call, at any depth, and does nothing. */
  const nothing: object = new Proxy(() => undefined, { get: () => nothing });
  for (const part of ['sidebar', 'palette', 'comms', 'deploy', 'menu']) RED[part] = nothing;
  const { createNode } = RED.view;
  RED.view = new Proxy(
    { createNode },
    { get: (own, name) => Reflect.get(own, name) ?? nothing },
  ) as EditorClient['view'];
  let active: unknown = 0;
  const tabs: unknown[] = [];
  RED.workspaces = new Proxy(
    {
      add: ({ id }: { id: unknown }) => tabs.push(id),
      active: () => active,
      count: () => tabs.length,
      show: (id: unknown) => {
        active = id;
      },
      isLocked: () => false,
    },
    { get: (own, name) => Reflect.get(own, name) ?? nothing },
  );
  const { plugins } = RED;
  const { registerPlugin } = plugins;
  plugins.registerPlugin = (id, plugin) => registerPlugin(id, { ...plugin, onadd: undefined });
  const begun = (step: (done: () => void) => void) => new Promise<void>(step);
  async function start(): Promise<void> {
    await begun((done) => RED.i18n.init({}, done));
    document.documentElement.lang = RED.i18n.lang();
    await begun((done) => RED.settings.init({}, done));
    RED.notifications.init();
    RED.editor.codeEditor = nothing;
    RED.editor.init();
    const pane = { label: 'Description', name: 'Description', iconClass: 'fa fa-file-text-o', create() {} };
    RED.editor.registerEditPane('editor-tab-description', () => pane);
    await begun((done) => RED.keyboard.init(done));
    RED.nodes.init();
    RED.nodes.setNodeList(await $.getJSON('nodes'));
    await begun((done) => RED.i18n.loadNodeCatalogs(done));
    await appended(await $.get('dialogs.html'));
    const { flows } = await $.getJSON('flows');
    RED.nodes.import(flows);
    RED.nodes.dirty(false);
    active = tabs[0];
    RED.ready = true;
  }
  /** Scripts with an address run before those in line with them, as in the editor. */
  async function appended(html: string): Promise<void> {
    const configs = $('<div>').append($.parseHTML(html, document, true));
    const addresses = new Set(
      configs
        .find('script[src]')
        .map((_, script) => script.getAttribute('src') ?? '')
        .get(),
    );
    configs.find('script[src]').remove();
    for (const address of addresses)
      await new Promise((onload) => {
        document.body.append(Object.assign(document.createElement('script'), { src: address, onload }));
      });
    $('#red-ui-editor-node-configs').append(configs);
  }
  $(() => void start());
});

/** Runs in the page: adds a node of a type as if it were dropped on the flow, and returns its id. */
export const added = String((type: string) => {
  const { RED } = window as unknown as { readonly RED: EditorClient };
  const { node } = RED.view.createNode(type, 200, 200);
  RED.nodes.add(node);
  RED.nodes.dirty(true);
  return node.id;
});

/**
 * Runs in the page before everything else: the pauses in which Node-RED slides a dialog in or out pass
 * at once. All of its pauses up to the longest of these do, so that what it does in a dialog keeps its order.
 * Its lists open at once too: while one slides open, a click at the place of a row may reach what is below it.
 */
export const withoutSliding = `(${String(() => {
  const later = window.setTimeout;
  window.setTimeout = ((run: () => void, pause = 0, ...rest: unknown[]) => {
    const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
    const isSliding = caller.includes('/red/red.min.js') && pause <= 250;
    return later(run, isSliding ? 0 : pause, ...rest);
  }) as typeof setTimeout;
  // A dialog that takes the focus while it slides in scrolls the editor sideways, and Node-RED measures the next one from there.
  const style = new CSSStyleSheet();
  style.replaceSync('.red-ui-tray { transition: none !important }');
  document.adoptedStyleSheets.push(style);
  document.addEventListener('DOMContentLoaded', () => {
    jQuery.fx.off = true;
  });
})})()`;
