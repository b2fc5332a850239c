//! Words of tools and their users that mean about the same. English; each line of the documentation's list is one here.

/// Groups of words, one a line, apart by blanks: one word of a group finds the others.
pub(super) const GROUPS: &str = "\
fail error failure broken crash fault declined refused rejected
delete remove purge drop erase destroy
stop halt end terminate finish quit
start begin launch boot run
restart reboot relaunch starting
create add new insert make
change update modify edit set alter
buy purchase order
win won winner
cancel abort void
price cost amount fee charge
pay salary earn wage income paid
sum total gross
yearly annual annually year
monthly month
employee staff worker personnel
customer client buyer
user account login member
person people name
manager boss lead head
owner author maintainer
phone telephone mobile
mail email address
guest visitor
password key secret credential passphrase
wifi wireless network wlan
memory ram heap rss mem
cpu processor
disk volume storage drive
free available avail left unused
full exhausted exceeded quota
slow latency delay lag wait
limit max maximum cap most
minimum min least
timeout deadline expire
retry again attempt backoff
version release tag
latest newest current
dependency package library module
config configuration settings options
production prod live
development dev
environment env
authentication auth login
authorization permission access role
directory folder dir path
upload body
download fetch pull
request call query
response answer reply
exception raise throw error
function method fn def
default standard
replica standby secondary follower
failover promoted takeover
primary master leader
rollback revert rolled
export dump
ticket issue bug
dark night
flicker blink flash
bill invoice
return send refund
open inaugurate
close shut
fix solve solution resolve repair
cause reason because
expected wanted
received actual got
hot temperature warm temp
heavy weight mass weigh
long length duration elapsed took
old age
fast speed
tall high height
deep depth
wide width
big large size
far distance
holiday vacation leave
move relocate relocation
visit look see
found establish
contract agreement lease
penalty fine
battery charge power
office workplace
approve accept grant allow
deny reject refuse block
off disabled inactive false
enabled active true
schedule hours timetable
depart leave
arrive arrival land
spare another extra backup
serial number no id
encode encoding utf8 utf charset
share percent percentage ratio";

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use std::format;

    #[test]
    fn the_documentation_lists_each_group() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/about.md")).unwrap();
        let (_, list) = page.split_once("## Synonyms").unwrap();
        assert_eq!(list.matches("\n- ").count(), GROUPS.lines().count());
        for group in GROUPS.lines() {
            assert!(list.contains(&format!("\n- {}\n", group.replace(' ', ", "))), "{group}");
        }
    }
}
