export const REST_PREFIX = "/rest/v1";
export const TABLE = "data_requirements";
export const INSERT_PATH = `${REST_PREFIX}/${TABLE}`;

export const HEALTH_PATH = "/health";

export const DESK_PATH = "/requests";

/** Target of forms posted without JavaScript. */
export const FORM_PATH = "/request";
