interface Given {
  readonly flows: readonly {
    readonly id: string;
    readonly type: string;
    readonly name?: string;
    readonly z?: string;
    readonly label?: string;
    status?: object;
  }[];
  readonly language: string;
  /** Texts by their sets. */
  readonly words: object;
}

/** Runs in the page: as much of the editor's `RED` as the sidebar uses. */
export function editorStandIn({ flows, language, words }: Given): void {
  type Hear = (...news: unknown[]) => void;
  const tabs = flows.filter(({ type }) => type === 'tab');
  const nodes = flows.filter(({ z }) => z);
  const listeners = new EventTarget();
  const plugins = new Map<string, { onadd?(): void }>();
  let active = tabs[0]?.id;
  const textAt = (name: string) => {
    const [, set = '', path = ''] = /dayahead-([\w-]+):(.+)$/.exec(name) ?? [];
    const text = [set, ...path.split('.')].reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], words);
    return String(text ?? path);
  };
  const emit = (name: string) => listeners.dispatchEvent(new Event(name));
  const on = (name: string, hear: Hear) => listeners.addEventListener(name, () => hear());
  new EventSource('comms').addEventListener('message', ({ data }) => {
    const news: { topic: string; data: object } = JSON.parse(data);
    const [, id] = /^status\/(.+)/.exec(news.topic) ?? [];
    const node = flows.find((one) => one.id === id);
    if (node) node.status = news.data;
    emit(`comms ${news.topic}`);
  });
  const RED = {
    _: (name: string, values: object = {}) =>
      Object.entries(values).reduce((text, [key, value]) => text.replaceAll(`__${key}__`, value), textAt(name)),
    i18n: { lang: () => language },
    settings: {},
    events: { on, emit },
    comms: { subscribe: (topic: string, hear: Hear) => on(`comms ${topic}`, hear) },
    actions: { add: () => undefined },
    user: { hasPermission: () => true },
    view: { reveal: () => undefined },
    utils: { getNodeLabel: ({ name }: { name?: string }, other: string) => name || other },
    nodes: {
      node: (id: string) => flows.find((one) => one.id === id) ?? null,
      workspace: (id: string) => tabs.find((one) => one.id === id),
      eachNode: (each: Hear) => nodes.forEach(each),
    },
    workspaces: {
      active: () => active,
      show(id: string) {
        active = id;
        emit('workspace:change');
      },
    },
    sidebar: {
      addTab: ({ content }: { content: HTMLElement }) => document.querySelector('#red-ui-sidebar')?.append(content),
      show: () => undefined,
    },
    plugins: {
      getPlugin: (id: string) => plugins.get(id),
      registerPlugin(id: string, plugin: { onadd?(): void }) {
        plugins.set(id, plugin);
        plugin.onadd?.();
      },
    },
  };
  Object.assign(window, { RED });
}
