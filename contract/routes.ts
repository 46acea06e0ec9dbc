export const REST_PREFIX = "/rest/v1";
export const TABLE = "data_requirements";

export const HEALTH_PATH = "/health";

export const DESK_PATH = "/requests";

/** Where a form is posted to without script. */
export const FORM_PATH = "/request";
