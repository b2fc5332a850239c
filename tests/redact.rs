//! What is a secret and what only looks like one. Each secret is put together here: none stands in this file in one
//! piece.

use crate::support::cases;
use std::borrow::Cow;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tooltrim::redact_secrets;

/// Chars as if drawn.
fn drawn(count: usize) -> String {
    let alphabet = b"q8Zt3Vw9Lk2Xb7Mc4Ns6Rd5Pf1GhYjT";
    (0..count).map(|at| char::from(alphabet[(at * 11 + at / 7) % alphabet.len()])).collect()
}

fn hex(count: usize) -> String {
    (0..count).map(|at| char::from(b"0a1b2c3d4e5f6789"[(at * 7 + at / 5) % 16])).collect()
}

fn web_token() -> String {
    format!("ey{}.ey{}.{}", drawn(34), drawn(60), drawn(43))
}

fn pem(line: &str) -> String {
    let body = format!("MII{}", drawn(61));
    let dashes = "-".repeat(5);
    let kind = ["RSA PRIVATE", "KEY"].join(" ");
    let lines = [
        format!("{dashes}BEGIN {kind}{dashes}"),
        body.clone(),
        body,
        drawn(20) + "==",
        format!("{dashes}END {kind}{dashes}"),
    ];
    lines.join(line)
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    let found = redact_secrets(text);
    assert_eq!(found, expected, "in {text}");
    assert!(matches!(redact_secrets(&found), Cow::Borrowed(_)), "twice: {found}");
    assert_eq!(found.matches('\n').count(), text.matches('\n').count(), "lines of {text}");
}

/// A text in which `{}` is the secret, and becomes a note of its kind.
#[track_caller]
fn hides(around: &str, secret: &str, kind: &str) {
    becomes(&around.replace("{}", secret), &around.replace("{}", &format!("[redacted: {kind}]")));
}

#[track_caller]
fn stays(text: &str) {
    assert!(
        matches!(redact_secrets(text), Cow::Borrowed(same) if same == text),
        "{text} became {}",
        redact_secrets(text)
    );
}

#[test]
fn tokens_that_have_a_sign_within() {
    let token = web_token();
    for around in ["{}", "Cookie: a=1; jwt={}", "'{}'", "\\n{}\\n", "https://a.example/?t={}&b=1", "TOKEN={}"] {
        hides(around, &token, "json web token");
    }
    // Encrypted ones have five parts, unsigned ones an empty last one.
    hides("{}", &format!("ey{}.{}.{}.{}.{}", drawn(40), drawn(50), drawn(16), drawn(70), drawn(22)), "json web token");
    hides("{} ", &format!("ey{}.ey{}.", drawn(34), drawn(60)), "json web token");
    hides("bot {}.", &format!("{}:AA{}", "8271640935", drawn(33)), "telegram token");
    hides("\"{}\"", &format!("k8Q{}Q~{}", 8, drawn(34)), "azure secret");
    hides(
        "https://hooks.slack.com/services/{}",
        &format!("T0{}/B0{}/{}", "1AB2CD3EF", "4GH5IJ6KL", drawn(24)),
        "webhook secret",
    );
    hides("https://discord.com/api/webhooks/{}", &format!("{}/{}", "108273645109283746", drawn(68)), "webhook secret");
    stays("eyes.eyes.eyes and ey.ey.ey, eyJhbGciOi.eyJ");
    stays("at 12:AAAA, 1234567890:AAbc");
    stays("https://hooks.slack.com/services/T000/B000/XXXX");
}

#[test]
fn private_keys() {
    for line in ["\n", "\r\n", "\\n", "\\\\n", "\\n\" +\n  \"", "\n   12\u{2192}", "\n12:", "\n> "] {
        let key = pem(line);
        let breaks = "\n".repeat(key.matches('\n').count());
        becomes(&format!("a\n{key}\nb"), &format!("a\n[redacted: private key]{breaks}\nb"));
        // Its end is missing: cut by somebody else.
        for share in [40, 60, 90] {
            let cut = &key[..(key.len() * share / 100)];
            let cut = cut.trim_end_matches(|c: char| !c.is_alphanumeric());
            let found = redact_secrets(cut).into_owned();
            assert!(found.starts_with("[redacted: private key]") && !found.contains(&drawn(12)), "{found}");
        }
    }
    let key = pem("\n");
    becomes(
        &format!("{key}\n{key}\n"),
        &format!("[redacted: private key]{0}\n[redacted: private key]{0}\n", "\n\n\n\n"),
    );
    let headed = key.replacen('\n', "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,8A6B\n\n", 1);
    becomes(&headed, &format!("[redacted: private key]{}", "\n".repeat(7)));
    let name = &key[..31];
    stays(&format!("if (text.includes(\"{name}\")) throw new Error(\"a private key, do not print it\");"));
    stays(&key.replace("PRIVATE", "PUBLIC"));
    stays(&key.replace("RSA PRIVATE KEY", "CERTIFICATE"));
    stays(&format!("{name}\n...\n{}", name.replace("BEGIN", "END")));
    // A key without an end, and nothing but decoration behind it.
    let open = &key[..key.find("==").unwrap()];
    for rest in [" ".repeat(100), "\n".repeat(100), "\u{2500}".repeat(100), "#".repeat(100)] {
        let found = redact_secrets(&format!("{open}\n{rest}")).into_owned();
        assert!(found.starts_with("[redacted: private key]") && !found.contains(&drawn(12)), "{found}");
    }
}

#[test]
fn headers_and_urls() {
    let secret = drawn(30);
    for around in [
        "Authorization: Bearer {}",
        "authorization: token {}",
        "curl -H 'Authorization: Bearer {}' https://a.example",
        "\"Authorization\": \"Bearer {}\",",
        "{\"headers\":{\"authorization\":\"Basic {}\"}}",
        "\\\"Authorization\\\":\\\"Bearer {}\\\"",
        "Proxy-Authorization: Basic {}==",
        "> Authorization: {}",
        "sent Bearer {} to it",
    ] {
        let secret = if around.contains("==") { format!("{secret}==") } else { secret.clone() };
        hides(&around.replace("==", ""), &secret, "credentials");
    }
    hides("X-Api-Key: {}", &secret, "key");
    hides("Set-Cookie: sid={}; Path=/; HttpOnly", &secret, "cookie");
    becomes(
        &format!("cookie: theme=dark; sid={secret}; lang=en\nid={secret}"),
        &format!("cookie: theme=dark; sid=[redacted: cookie]; lang=en\nid={secret}"),
    );
    for around in ["postgres://app:{}@db.example:5432/app", "https://app:{}@a.example/x?y=z@1", "redis://:{}@cache"] {
        for password in ["hunter2", "p%40ss-W0rd", "correct"] {
            hides(around, password, "password");
        }
    }
    hides("https://b.example/x?X-Amz-Signature={}&y=1", &hex(64), "signature");
    for text in [
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer ${token}",
        "Authorization: `Bearer ${token}`",
        "Authorization: Bearer <token>",
        "Authorization: Bearer YOUR_TOKEN",
        "`Authorization: Basic` authentication is not enough",
        "headers.authorization = `Bearer ${await this.tokenOf(user)}`",
        "Authorization: Basic realm=\"x\"",
        "postgres://user:password@localhost/db",
        "postgres://$USER:$PASSWORD@db",
        "https://a.example:8443/@scope/name",
        "git@github.com:owner/name.git",
        "https://a.example/?next=b:c@d",
        "the bearer of news",
    ] {
        stays(text);
    }
}

#[test]
fn values_behind_names() {
    for (around, secret, kind) in [
        ("export API_KEY={}", "q8Zt3Vw9", "key"),
        ("GITHUB_TOKEN={}\n", "v1abcd1234ef", "token"),
        ("DB_PASSWORD={}", "postgres", "password"),
        ("POSTGRES_PASSWORD='{}'", "s3cr-t!", "password"),
        ("docker run -e SMTP_PASS={} img", "hunter22", "password"),
        ("password: {}", "hunter2!", "password"),
        ("password = \"{}\"", "hunter2", "password"),
        ("mysql --password={} -u root", "hunter2", "password"),
        ("mysql --password {} -u root", "hunter2", "password"),
        ("deploy --token {}", "q8Zt3Vw9Lk2Xb7Mc4N", "token"),
        ("deploy --token {}", "staging42x", "token"),
        ("\"client_secret\": \"{}\"", "q8Zt3Vw9Lk2Xb7Mc4N", "secret"),
        ("client_secret: {}", "q8Zt3Vw9Lk2Xb7Mc4N", "secret"),
        ("os.environ[\"SECRET_KEY\"] = \"{}\"", "q8Zt3Vw9Lk2Xb7Mc4N", "secret"),
        ("aws_secret_access_key = {}", "q8Zt3Vw9/k2Xb7Mc4N+q8Zt3Vw9Lk2Xb7Mc4Nq8Z", "secret"),
        ("{\\\"apiKey\\\":\\\"{}\\\"}", "q8Zt3Vw9Lk2Xb7Mc4N", "key"),
        ("secret := \"{}\"", "q8Zt3Vw9Lk2Xb7Mc4N", "secret"),
        ("'token' => '{}'", "q8Zt3Vw9Lk2Xb7Mc4N", "token"),
        ("//registry.example/:_authToken={}", "q8Zt3Vw9Lk2Xb7Mc4N", "token"),
        ("AccountName=a;AccountKey={};B=c", "q8Zt3Vw9/k2Xb7Mc4N+q8Zt3Vw9Lk2Xb7Mc4Nq8Z==", "key"),
        ("SESSION_KEY={}", "0a1b2c3d4e5f67890a1b2c3d4e5f6789", "key"),
        ("token: {}", "6f1d2c3b-4a59-4876-8b2d-1c0e9f8a7b6c", "token"),
        ("$env:API_TOKEN = \"{}\"", "q8Zt3Vw9Lk2Xb7", "token"),
    ] {
        hides(around, secret, kind);
    }
}

#[test]
fn signatures_of_signed_urls() {
    let azure = format!("%2B{}%2F{}%3D", drawn(20), drawn(22));
    hides("https://a.blob.example/c?sv=2024-11-04&sp=r&sig={}&se=2026", &azure, "signature");
    hides("https://a.blob.example/c?sig={}", &azure[3..], "signature");
    hides("https://storage.example/b?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature={}", &hex(512), "signature");
    hides("https://d.example/a?Expires=1&Signature={}&Key-Pair-Id=K", &(drawn(60) + "~-_" + &drawn(40)), "signature");
    stays("the signature: Signature=none, sig=abc, X-Goog-Signature={signature}");
}

#[test]
fn connection_strings_and_keys_of_frameworks() {
    for around in [
        "Server=tcp:db.example,1433;Database=app;User Id=sa;Password={};Encrypt=True;",
        "\"ConnectionStrings\": { \"App\": \"Host=db;Username=app;Pwd={}\" }",
        "DB=Data Source=db; User ID=app;password={}\nnext",
    ] {
        for password in ["hunter2", "P@ssw0rd!", "correcthorse", "a:b=c(d)"] {
            hides(around, password, "password");
        }
    }
    stays("Server=db;Password=${DB_PASSWORD};");
    stays("Server=db;Password={0};");
    stays("Server=db;Password=<your-own>;");
    for (around, key) in [
        ("SECRET_KEY = '{}'", format!("django-{}-$9#k(2v&m^x7{}!@q)4=w_z+b8n*3r5t6y1u0pj0l2h4g", "insecure", "%")),
        ("SECRET_KEY = \"{}\"", "(7#k9$2v&m^x!@q)4=w_z+b8n*3r5t6y1u0p-a%s^d2f&g4h5".to_owned()),
    ] {
        hides(around, &key, "secret");
    }
    stays("SECRET_KEY = '{{ secret_key_2024 }}'");
}

#[test]
fn passwords_by_their_place() {
    for around in [
        "$ curl -u ann:{} https://a.example",
        "curl -sS --user 'ann:{}' https://a.example",
        "curl --proxy-user \"ann:{}\" https://a.example",
        "machine a.example login ann password {}\nmachine b.example",
        "machine a.example\n  login ann\n  password {}",
        "default login ann password {}\n",
        "<server><username>ann</username><password>{}</password></server>",
    ] {
        for password in ["hunter2", "correct", "p%40ss-W0rd"] {
            hides(around, password, "password");
        }
    }
    hides("\"auths\": { \"r.example\": { \"auth\": \"{}\" } }", "YW5uOmh1bnRlcjI=", "credentials");
    hides("<apiKey>{}</apiKey>", &drawn(24), "key");
    for text in [
        "docker run -u node:node image",
        "chown -u ann:staff file",
        "curl -u ann https://a.example",
        "curl -u \"$USER:$PASSWORD\" https://a.example",
        "curl -u ann:<password> https://a.example",
        "the login page asks for a password again",
        "machine learning: the login and password fields",
        "<password>${env.PASSWORD}</password>",
        "<password></password> <password>your-password</password>",
        "Map<Token>(value)</div>",
        "\"auth\": \"required\", \"auth\": \"bWFrZXRleHQ=\"",
    ] {
        stays(text);
    }
}

#[test]
fn a_private_key_without_its_beginning() {
    for line in ["\n", "\r\n", "\\n", "\\\\n", "\n   "] {
        let key = pem(line);
        for share in [20, 45, 60] {
            let from = key.len() * share / 100;
            let from = (from..key.len()).find(|at| key.as_bytes()[*at].is_ascii_uppercase()).unwrap();
            let found = redact_secrets(&format!("a, \"{}\" b", &key[from..])).into_owned();
            assert!(found.contains("[redacted: private key]"), "{found}");
            assert!(!found.contains(&drawn(12)), "{found}");
        }
    }
    let end = pem("\n").lines().last().unwrap().to_owned();
    stays(&format!("a text without a key\n{end}"));
    stays(&format!("{}\n{}", drawn(64), end.replace("PRIVATE", "PUBLIC")));
    let begin = end.replace("END", "BEGIN");
    stays(&format!("const pem = \"{begin}\\n\" + encodedPrivateKeyMaterial + \"\\n{end}\";"));
    stays(&format!("`{begin}\n${{serializedMaterialOfTheKey}}\n{end}`"));
}

#[test]
fn what_only_looks_like_a_secret() {
    let integrity = format!("\"integrity\": \"sha512-{}==\"", drawn(86));
    let image = format!("data:image/png;base64,iVBORw0KGgo{}", drawn(4000));
    let commit = format!("commit {}\nindex {}..{} 100644", hex(40), hex(7), hex(10));
    for text in [
        integrity.as_str(),
        image.as_str(),
        commit.as_str(),
        "id: 6f1d2c3b-4a59-4876-8b2d-1c0e9f8a7b6c",
        "token: string",
        "token?: string | undefined;",
        "password: str = None",
        "password = os.environ[\"X\"]",
        "const token = process.env.GITHUB_TOKEN2;",
        "apiKey: config.services.openai2.apiKey,",
        "API_KEY=$API_KEY",
        "API_KEY=${API_KEY:-}",
        "API_KEY=<your-key>",
        "API_KEY=your-api-key-1234",
        "API_KEY=\"\"",
        "TOKEN=$(cat token.txt)",
        "secretKey: UserSecretKeyV2Schema,",
        "password: z.string().min(8),",
        "password: 'Password is required'",
        "\"password\": \"string\"",
        "if (token == \"a\" || password === undefined) {",
        "PWD=/home/user1/projects",
        "OLDPWD=/srv/app2",
        "max_tokens: 4096, tokens: 12345678",
        "nextPageToken: \"q8Zt3Vw9Lk2Xb7Mc4N\"",
        "public_key = \"q8Zt3Vw9Lk2Xb7Mc4N\"",
        "CACHE_KEY=linux-node-modules",
        "import { token } from \"../auth/token2.js\";",
        "<input type=\"password\" name=\"password1\">",
        "passwordHash: await hash(password1, 10),",
        "PASSWORD_FILE=/run/secrets/db1",
        "token = next(tokens1)",
        "class=\"sk-fading-circle sk-circle1 sk-circle-12-delay-animation\"",
        "sk-SK, sk-learn, task-1234567890123456789012345",
        "hf_hub_download(repo_id, filename_in_the_repository)",
        "npm_config_registry npm_lifecycle_event npm_package_json_and_more_words",
        "SG.utils, SK, AKIA, ghp_, glpat-",
        "--token string   the token to use",
        "--password-stdin reads it",
        "readonly STENCIL_PASS_DEPTH_PASS: 0x0B96;",
        "declare function derive(password: Uint8Array, salt: Uint8Array): Uint8Array;",
        "exports.exchangeX509Token = exchangeX509Token;",
        "pub const ERROR_INVALID_PASSWORD: WIN32_ERROR = 86u32;",
        "let raw_private_key: Curve25519SeedBin<'_> = private_key;",
        "generate_private_key: x25519_generate_private_key,",
        "const SIGNIN_TOKEN = \"/oauth2/v2.0/token\";",
        "const SUBJECT_TOKEN = 'urn:ietf:params:oauth:token-type:x509';",
        "\"rule-no-password\": \"^10.2.2\",",
        "proto://user:PASS@host",
        "see [redacted: github token] and API_KEY=[redacted: key]",
    ] {
        stays(text);
    }
    let example = format!("AKIA{}", "IOSFODNN7EXAMPLE");
    stays(&example);
}

#[test]
fn two_secrets_that_touch_are_both_found() {
    let (one, other) = (format!("gh{}_{}", "p", drawn(36)), format!("gl{}-{}", "pat", drawn(20)));
    becomes(&format!("{one}:{other}"), "[redacted: github token]:[redacted: gitlab token]");
    becomes(&format!("{one}\n{one}"), "[redacted: github token]\n[redacted: github token]");
    becomes(&format!("x{other}"), &format!("x{other}"));
}

/// Pieces of which hostile texts are made.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "sk-",
        "sk-ant-",
        "eyJ",
        "ey",
        ".",
        "-----BEGIN ",
        "PRIVATE KEY-----",
        "-----END ",
        "-----",
        "\n",
        "\r\n",
        "\\n",
        " ",
        "=",
        ":",
        "://",
        "@",
        "\"",
        "'",
        "\\\"",
        "token",
        "PASSWORD",
        "API_KEY",
        "Authorization",
        "Bearer ",
        "Cookie",
        "--password ",
        "ghp_",
        "AKIA",
        "your",
        "xxxx",
        "[redacted: token]",
        "Q~",
        "AA",
        "12345678",
        "\u{e9}",
        "\u{1f600}",
        "${",
        "<",
        "]",
        "_",
        "-",
        "--",
        ";",
        "&",
    ];
    prop_oneof![
        4 => proptest::sample::select(fixed.to_vec()).prop_map(String::from),
        2 => "[A-Za-z0-9]{1,40}",
        1 => "[a-z]{1,12}",
        1 => (16..50_usize).prop_map(drawn),
        1 => (16..70_usize).prop_map(hex),
        1 => "\\PC{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(3000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn twice_changes_nothing_and_lines_stay(pieces in proptest::collection::vec(piece(), 0..24)) {
        let text = pieces.concat();
        let safe = redact_secrets(&text);
        prop_assert_eq!(safe.matches('\n').count(), text.matches('\n').count());
        prop_assert!(matches!(redact_secrets(&safe), Cow::Borrowed(_)), "{:?} became {:?}", text, safe);
        prop_assert_eq!(matches!(safe, Cow::Borrowed(_)), *safe == *text);
    }

    #[test]
    fn a_secret_is_found_in_any_text(before in proptest::collection::vec(piece(), 0..8), after in "\\PC{0,30}") {
        let (token, around) = (format!("gh{}_{}", "o", drawn(36)), before.concat());
        let safe = redact_secrets(&format!("{around} {token} {after}")).into_owned();
        prop_assert!(!safe.contains(&token[..16]), "{}", safe);
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let size = 1 << 20;
    let stop = format!("sk-{}-", drawn(17));
    for piece in [
        "sk-",
        "eyJ.eyJ.",
        "eyJ-",
        "ey",
        "-----BEGIN",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n",
        "token=",
        "token=\"",
        "token='a\"",
        "password: ",
        "a://b:",
        "://",
        "Bearer ",
        "Authorization: Basic ",
        "Cookie: a=",
        "--token ",
        "\\",
        "=",
        ":",
        "-",
        "AAAA:AA",
        "9:AA",
        "0Q~",
        "_KEY=",
        "\"",
        "ghp_a1",
        "SG.",
        "\u{e9}=",
        &stop,
        "q8Zt3Vw9Lk2Xb7Mc4N",
    ] {
        for end in ["", "your."] {
            let mut text = piece.repeat(size / piece.len());
            text.push_str(end);
            let start = Instant::now();
            let safe = redact_secrets(&text);
            let time = start.elapsed();
            assert!(time < Duration::from_secs(10), "{piece:?}: {time:?}");
            assert!(safe.len() <= 3 * size);
        }
    }
}
