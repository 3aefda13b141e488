/** The build puts it before the script that imports it. */
declare module '*.css';
