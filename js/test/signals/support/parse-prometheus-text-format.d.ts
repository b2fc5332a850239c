// It has no declarations of its own.
declare module "parse-prometheus-text-format";
