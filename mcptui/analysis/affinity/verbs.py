"""Verbs: what a tool does, and which two verbs exclude one another."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from mcptui.analysis.affinity.words import is_unspaced, word_set

_MEMBERS: Final = """
analyze: analyze analyse inspect examine summarize profile
append: append
approve: approve accept
archive: archive
apply: apply
assign: assign
build: build compile
check: check validate verify
checkout: checkout
click: click tap press
close: close
commit: commit
complete: complete finish
compress: compress gzip zip
connect: connect
convert: convert translate transform
copy: copy clone duplicate fork
count: count
crawl: crawl
create: create add new insert make post register submit generate compose upsert
decompress: decompress unzip
decrypt: decrypt decode
delete: delete remove drop destroy unset clear purge del erase trash wipe discard prune
deploy: deploy
diff: diff compare
disable: disable deactivate
disconnect: disconnect
download: download export pull
drag: drag swipe
emulate: emulate simulate
enable: enable activate
encrypt: encrypt encode
expire: expire
explain: explain
grant: grant
hover: hover
input: fill type enter input
install: install
link: link attach
list: list ls browse enumerate
lock: lock
lower: lower decrease
manage: manage handle control
map: map
merge: merge
move: move
mute: mute
nav: navigate goto visit go
open: open reopen
pop: pop lpop rpop
prepend: prepend
publish: publish
push: push lpush rpush
raise: raise increase
read: read get fetch retrieve view show load cat describe extract scrape access display print
read: obtain dump peek report
reject: reject deny
rename: rename
reply: reply
resize: resize
revert: reset restore revert rollback undo
revoke: revoke
run: run execute invoke call trigger evaluate dispatch eval exec perform
save: save
scale: scale
search: search find query lookup grep discover filter scan locate seek
select: select switch choose
send: send broadcast notify
set: set
split: split
start: start begin launch resume
stop: stop kill terminate cancel end pause abort halt
subscribe: subscribe follow star watch psubscribe
sync: sync
take: take capture
test: test
toggle: toggle
trace: trace
track: track
unarchive: unarchive
unassign: unassign
uninstall: uninstall
unlink: unlink detach
unlock: unlock
unmute: unmute
unpublish: unpublish
unsubscribe: unsubscribe unfollow unstar unwatch punsubscribe
update: update edit modify patch change replace alter amend adjust revise
upgrade: upgrade
upload: upload import
wait: wait
write: write put store overwrite
"""

_UNSPACED_MEMBERS: Final = """
search: 検索 搜索 搜寻 查找 搜尋 검색
read: 取得 获取 獲取 读取 查询 查詢 参照 表示 查看 조회 가져 읽기
list: 一覧 列出 목록 列表 清单
create: 作成 创建 新建 追加 添加 登録 生成 생성 추가 등록 작성
update: 更新 修改 変更 編集 编辑 수정 변경 편집 갱신
delete: 削除 删除 刪除 移除 삭제 제거
send: 送信 发送 전송 보내
run: 実行 执行 运行 실행
check: 検証 确认 確認 検査 验证 확인 검증
diff: 比較 比较 비교
start: 開始 开始 启动 起動 시작
stop: 停止 终止 중지 정지
upload: 上传 上傳 업로드 アップロード
download: 下载 下載 다운로드 ダウンロード
enable: 启用 啟用 有効化 활성화
disable: 禁用 停用 無効化 비활성화
"""


def _table(members: str) -> dict[str, str]:
    return {
        verb: line.partition(":")[0]
        for line in members.strip().splitlines()
        for verb in line.partition(":")[2].split()
    }


CLASSES: Final = _table(_MEMBERS)
"""Verb to the class of verbs that do the same."""
_UNSPACED_CLASSES: Final = dict(
    sorted(_table(_UNSPACED_MEMBERS).items(), key=lambda item: (-len(item[0]), item[0]))
)

READING: Final = word_set("analyze check count diff download explain list read search trace")
CHANGING: Final = word_set(
    "append approve archive assign close commit complete copy create delete deploy disable "
    "enable expire grant install link lock merge move mute pop prepend push reject rename "
    "revert revoke scale send set start stop subscribe unarchive unassign uninstall unlink "
    "unlock unmute unsubscribe update upload write"
)
_OPPOSED: Final = frozenset(
    frozenset(pair.split("/"))
    for pair in word_set(
        "append/prepend approve/reject archive/unarchive assign/unassign close/create close/open "
        "commit/revert compress/decompress connect/disconnect create/delete create/update "
        "create/archive decrypt/encrypt delete/set delete/update delete/write disable/enable "
        "download/upload grant/revoke install/uninstall link/unlink lock/unlock lower/raise "
        "merge/split mute/unmute pop/push publish/unpublish start/stop run/stop "
        "subscribe/unsubscribe read/run start/close"
    )
)
_FAMILIES: Final = (
    word_set("read list search"),
    word_set("read take analyze download"),
    word_set("write set update append create push save"),
    word_set("run start"),
    word_set("nav open"),
    word_set("save take"),
    word_set("push send publish reply"),
)
_TELLING_IN_THE_MIDDLE: Final = word_set(
    "add close copy create delete download edit execute fetch find get insert list manage "
    "modify move open query read remove rename retrieve run save search send set show start "
    "stop update upload upsert view write"
)
"""Verbs that are taken for the verb of a name though they stand inside it."""


def class_of(word: str) -> str | None:
    """The class of a verb in lower case, whole or as a run of a script without spaces."""
    if (known := CLASSES.get(word)) is not None:
        return known
    if word.isascii():
        third = word.removesuffix("s")
        return CLASSES.get(third) or (CLASSES.get(word[:-2]) if word.endswith("es") else None)
    if is_unspaced(word):
        return unspaced_class(word)[0]
    return None


def unspaced_class(run: str) -> tuple[str | None, str]:
    """Class of the last known verb in a run without spaces, and the verb; none is None."""
    places = ((run.rfind(verb), verb) for verb in _UNSPACED_CLASSES)
    at, verb = max(((at, verb) for at, verb in places if at >= 0), default=(-1, ""))
    return (_UNSPACED_CLASSES[verb], verb) if at >= 0 else (None, "")


def verb_place(words: Sequence[str]) -> int | None:
    """Where the verb of a name stands: first, else last, else inside; None without one."""
    if not words:
        return None
    for at in (0, len(words) - 1):
        if class_of(words[at]) is not None and (at == 0 or CLASSES.get(words[at]) is not None):
            return at
    inside = (at for at, word in enumerate(words) if word in _TELLING_IN_THE_MIDDLE)
    return next(inside, None)


def are_opposed(a: str, b: str) -> bool:
    """Whether two classes exclude one another: opposites, or reading against changing."""
    if frozenset((a, b)) in _OPPOSED:
        return True
    return (a in READING and b in CHANGING) or (b in READING and a in CHANGING)


@lru_cache(maxsize=65_536)
def opposition(a: frozenset[str], b: frozenset[str]) -> tuple[str, str] | None:
    """The two classes that oppose tools which do these things; None where any go together."""
    pairs = [(one, other) for one in sorted(a) for other in sorted(b)]
    if pairs and all(are_opposed(one, other) for one, other in pairs):
        return pairs[0]
    return None


@lru_cache(maxsize=65_536)
def is_one_family(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether some class of each side belongs to one family of kindred classes."""
    return any(a & family and b & family for family in _FAMILIES)
