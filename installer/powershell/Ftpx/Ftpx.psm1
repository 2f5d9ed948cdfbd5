# ftpx from Windows PowerShell 5.1 and PowerShell 7. Each function runs ftpx once, with its arguments as an array and --json, and hands out its lines as objects.
Set-StrictMode -Version 2.0

# Addresses on one command line: Windows takes 32767 characters. More of them go into a list.
$script:MostAddresses = 50

# What functions pass to ftpx themselves. Each other parameter is the option of that name; a test compares them with the program.
$script:OwnParameters = @('Url', 'Source', 'Destination', 'Recurse', 'Depth', 'Pattern', 'Raw', 'AsByteStream', 'Encoding', 'Credential', 'SourceCredential', 'DestinationCredential')
$script:PathParameters = @('Data', 'FailedList', 'LogFile', 'Netrc', 'Output', 'Report', 'Trace', 'WriteChecksums')

# On Linux and macOS, PowerShell replaces a pattern in an unquoted argument of a program by the local files that match.
$script:ExpandsPatterns = $PSVersionTable.PSVersion.Major -ge 6 -and -not $IsWindows

function Find-Ftpx {
    $found = Get-Command -Name 'ftpx' -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $found) {
        throw 'ftpx was not found: put the folder of ftpx.exe into the variable PATH.'
    }
    $found.Path
}

# Refuses what cannot be handed on.
function Test-FtpxArgument {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments
    )

    foreach ($argument in $Arguments) {
        # Windows PowerShell hands a quotation mark on without its escape, and no address or path of Windows needs one: addresses write %22.
        if ($argument.Contains('"')) {
            throw 'An argument holds a quotation mark, which Windows PowerShell cannot hand on: write %22 in an address.'
        }
    }
}

# Runs ftpx and hands out its objects. Progress, warnings and failures go to the streams of PowerShell that they belong to. An exit code of Answers is no failure. With Text the lines are sentences, which go to the verbose stream.
function Invoke-Ftpx {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments,

        [int[]] $Answers = @(0),

        [switch] $Text
    )

    Test-FtpxArgument -Arguments $Arguments
    $program = Find-Ftpx
    # The text has numbers only: "$($words[0])" "$($words[1])" ...
    $quoted = [scriptblock]::Create('param($program, $words) & $program ' + (@(for ($i = 0; $i -lt $Arguments.Count; $i++) { '"$($words[' + $i + '])"' }) -join ' '))
    $sentences = New-Object -TypeName 'System.Collections.Generic.List[string]'
    $told = $false
    & {
        # Only here: with 'Stop' Windows PowerShell would end the run at the first line on standard error.
        $ErrorActionPreference = 'Continue'
        $PSNativeCommandUseErrorActionPreference = $false
        if ($script:ExpandsPatterns) {
            & $quoted $program $Arguments 2>&1
        }
        else {
            & $program @Arguments 2>&1
        }
    } | ForEach-Object -Process {
        if ($_ -is [System.Management.Automation.ErrorRecord]) {
            $sentences.Add($_.ToString())
            return
        }
        if ($Text) {
            Write-Verbose -Message $_
            return
        }
        $line = $_ | ConvertFrom-Json
        switch ($line.type) {
            'progress' {
                $status = '{0}, {1:N0} bytes' -f $line.file, $line.bytes_done
                if ($null -ne $line.bytes_total -and $line.bytes_total -gt 0) {
                    $percent = [Math]::Min(100, [int](100 * $line.bytes_done / $line.bytes_total))
                    Write-Progress -Activity 'ftpx' -Status $status -PercentComplete $percent
                }
                else {
                    Write-Progress -Activity 'ftpx' -Status $status
                }
            }
            'warning' {
                Write-Warning -Message $line.message
            }
            { 'result', 'fxp_file', 'mirror_problem', 'fxp_problem', 'probe_problem' -contains $_ } {
                # A problem has no member ok, which a strict mode refuses to read.
                if ($_ -notlike '*_problem' -and $line.ok) {
                    $line
                }
                else {
                    $told = $true
                    Write-Error -Message ('{0} (exit code {1})' -f $line.message, $line.exit_code) -ErrorId ('ftpx.' + $line.failure) -Category 'ReadError' -TargetObject $line
                }
            }
            default {
                $line
            }
        }
    }
    $code = $LASTEXITCODE
    Write-Progress -Activity 'ftpx' -Completed

    if ($Answers -notcontains $code -and -not $told) {
        if ($sentences.Count -eq 0) {
            $sentences.Add('ftpx said nothing.')
        }
        Write-Error -Message ('{0} (exit code {1})' -f ($sentences -join ' '), $code) -ErrorId ('ftpx.' + $code) -Category 'InvalidOperation' -TargetObject $code
    }
    else {
        foreach ($sentence in $sentences) {
            Write-Warning -Message $sentence
        }
    }
}

# Runs ftpx with environment variables of the call: other users can read a command line, but not the environment. Afterwards the variables are as before.
function Invoke-FtpxWith {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments,

        [int[]] $Answers = @(0),

        [hashtable] $Variables
    )

    $before = @{}
    try {
        foreach ($name in $Variables.Keys) {
            $before[$name] = [Environment]::GetEnvironmentVariable($name)
            Set-Item -Path ('Env:' + $name) -Value $Variables[$name]
        }
        Invoke-Ftpx -Arguments $Arguments -Answers $Answers
    }
    finally {
        foreach ($name in $before.Keys) {
            if ($null -eq $before[$name]) {
                Remove-Item -Path ('Env:' + $name) -ErrorAction SilentlyContinue
            }
            else {
                Set-Item -Path ('Env:' + $name) -Value $before[$name]
            }
        }
    }
}

# Runs ftpx for a login that was given as an object.
function Invoke-FtpxAs {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments,

        [int[]] $Answers = @(0),

        [System.Management.Automation.PSCredential] $Credential
    )

    if ($null -eq $Credential) {
        Invoke-Ftpx -Arguments $Arguments -Answers $Answers
        return
    }
    $variables = @{ FTPX_PASSWORD = $Credential.GetNetworkCredential().Password }
    Invoke-FtpxWith -Arguments ($Arguments + @('--user=' + $Credential.UserName)) -Answers $Answers -Variables $variables
}

# The folder of the service, as the options of ftpx job.
function Get-FtpxDataOption {
    [CmdletBinding()]
    param(
        [string] $Data
    )

    if ($Data) {
        '--data'
        Resolve-FtpxPath -Path $Data
    }
}

# The full path of a folder or file of this computer, which ftpx could not know by the place that PowerShell is at.
function Resolve-FtpxPath {
    [CmdletBinding()]
    param(
        [string] $Path
    )

    $full = $PSCmdlet.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Path)
    # Windows reads a backslash before a closing quotation mark as a part of the name.
    if ($full.Length -gt 3) {
        $full = $full.TrimEnd('\')
    }
    $full
}

# The options of a call: LimitRate is --limit-rate, and a list repeats its option. Parameters of PowerShell, and those that a function passes on itself, are none.
function ConvertTo-FtpxOption {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [System.Collections.IDictionary] $Bound,

        [string[]] $Without
    )

    $others = @($Without) + $script:OwnParameters + @([System.Management.Automation.Cmdlet]::CommonParameters) + @([System.Management.Automation.Cmdlet]::OptionalCommonParameters)
    foreach ($name in $Bound.Keys) {
        if ($others -contains $name) {
            continue
        }
        $option = '--' + ($name -creplace '(?<=[a-z])([A-Z])', '-$1').ToLowerInvariant()
        if ($Bound[$name] -is [switch]) {
            if ($Bound[$name]) {
                $option
            }
            continue
        }
        foreach ($value in $Bound[$name]) {
            # In one word: a value that begins with a dash would be read as an option.
            if ($script:PathParameters -contains $name) {
                $option + '=' + (Resolve-FtpxPath -Path $value)
            }
            else {
                $option + '=' + [string]$value
            }
        }
    }
}

# A command line for .NET, which reads it as Windows does: backslashes before a quotation mark count twice.
function ConvertTo-FtpxCommandLine {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments
    )

    Test-FtpxArgument -Arguments $Arguments
    @($Arguments | ForEach-Object -Process { '"' + ($_ -replace '(\\+)$', '$1$1') + '"' }) -join ' '
}

# Hands out the names of a listing, and warns where it may not be the whole folder.
function Select-FtpxEntry {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, ValueFromPipeline = $true)]
        [psobject] $Line
    )

    process {
        if ($Line.type -eq 'entry') {
            $Line
        }
        elseif ($Line.type -eq 'listing') {
            foreach ($doubt in $Line.doubts) {
                Write-Warning -Message ('{0}: {1}' -f $Line.folder, $doubt)
            }
        }
    }
}

function Receive-FtpxFile {
    <#
    .SYNOPSIS
    Downloads files from FTP servers over many connections at once.
    .DESCRIPTION
    Runs ftpx get. A file gets its final name only after it has been verified, and the same call continues after a stop. Each file that is in place is an object with the members of ftpx's JSON line 'result'
    (target, size, proven_by, elapsed_seconds ...). Each that failed is an error with that object as its target and the exit code in its text. $LASTEXITCODE is ftpx's.
    .PARAMETER Url
    Addresses, as ftp://host/dir/file, ftpes:// or ftps://; a pattern is an address too. Objects of Get-FtpxChildItem bring theirs along.
    .PARAMETER Destination
    A folder that exists, or a file's name; the current folder unless given.
    .PARAMETER Credential
    Who logs in. Without it ftpx takes the address, stored logins (ftpx credential set) and netrc.
    .PARAMETER Update
    Replace existing files of another size or time.
    .PARAMETER SkipExisting
    Keep existing files, whatever their content.
    .PARAMETER Overwrite
    Replace existing files.
    .PARAMETER NoResume
    Discard any partial file and start over.
    .PARAMETER Verify
    Hash: auto, none, always, or sha256:HEX (sha512, sha1, md5). Default: auto.
    .PARAMETER Checksums
    Verify by a checksum list such as SHA256SUMS.
    .PARAMETER WriteChecksums
    Write the SHA-256 of all files, as sha256sum does.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER Streams
    Parallel connections, 1 to 64. Default: auto.
    .PARAMETER Bind
    Local addresses or interfaces to use.
    .PARAMETER Replica
    Another server with the same file; may be repeated.
    .PARAMETER LimitRate
    50M (bytes/s), 800Mbit, hours or @FILE.
    .PARAMETER ReceiveBuffer
    Fixed receive buffer. Default: automatic.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Report
    Write an HTML report of the transfer.
    .PARAMETER LogFile
    Append to a log; rotated daily and at 10 MiB.
    .PARAMETER FailedList
    Write what failed, as a list for --input-file.
    .PARAMETER MaxTime
    Stop after 90s, 30m or 8h; the same command resumes.
    .PARAMETER StopAt
    Stop when this computer's clock shows HH:MM.
    .PARAMETER Retries
    Retries of a stream that receives no new byte. Default: 8.
    .PARAMETER RetryWait
    Pause before each retry. Default: 0.5s, doubled up to 15s.
    .PARAMETER OnComplete
    Run CMD after each downloaded file; {path}, {name}, {url}.
    .PARAMETER OnError
    Run CMD after each file that failed.
    .PARAMETER Shell
    Run CMD in the shell; the file is in FTPX_FILE.
    .PARAMETER CommandTimeout
    Limit for each run of CMD. Default: 5m.
    .PARAMETER MaxSessions
    Limit for --streams auto, 1 to 64. Default: 64, or the stored number.
    .PARAMETER SegmentSize
    Smallest and largest range of one RETR. Default: 256K, no maximum.
    .PARAMETER Unbuffered
    Bypass the page cache; auto: files of 64 MiB or more. Default: auto.
    .PARAMETER TrustReplica
    Use a replica of equal size without a hash; exit code 17.
    .PARAMETER ServerAddress
    Use several addresses of the server; may be repeated. Default: first to answer.
    .PARAMETER MaxIdle
    End the run if no byte arrives for this long. Default: first-byte plus reply limit.
    .PARAMETER Mptcp
    Open MPTCP connections, where Linux and the server have it.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Receive-FtpxFile -Url ftp://ftp.example.org/pub/big.bin -Destination D:\data -Streams 8
    .EXAMPLE
    Get-FtpxChildItem -Url ftp://ftp.example.org/pass | Where-Object -Property kind -EQ 'file' | Receive-FtpxFile -Destination D:\data
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string[]] $Url,

        [Parameter(Position = 1)]
        [string] $Destination = '.',

        [System.Management.Automation.PSCredential] $Credential,

        [switch] $Update,

        [switch] $SkipExisting,

        [switch] $Overwrite,

        [switch] $NoResume,

        [string] $Verify,

        [string] $Checksums,

        [string] $WriteChecksums,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [ValidateRange(1, 64)]
        [int] $Streams,

        [string[]] $Bind,

        [string[]] $Replica,

        [string] $LimitRate,

        [string] $ReceiveBuffer,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Report,

        [string] $LogFile,

        [string] $FailedList,

        [string] $MaxTime,

        [string] $StopAt,

        [string] $Retries,

        [string] $RetryWait,

        [string] $OnComplete,

        [string] $OnError,

        [switch] $Shell,

        [string] $CommandTimeout,

        [ValidateRange(1, 64)]
        [int] $MaxSessions,

        [string] $SegmentSize,

        [string] $Unbuffered,

        [switch] $TrustReplica,

        [string[]] $ServerAddress,

        [string] $MaxIdle,

        [switch] $Mptcp,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [switch] $NoSiteMemory
    )

    begin {
        $addresses = New-Object -TypeName 'System.Collections.Generic.List[string]'
    }
    process {
        foreach ($address in $Url) {
            $addresses.Add($address)
        }
    }
    end {
        $options = @('--json', '--output', (Resolve-FtpxPath -Path $Destination)) + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        if ($addresses.Count -eq 0 -or -not $PSCmdlet.ShouldProcess(($addresses -join ', '), 'Receive to ' + $Destination)) {
            return
        }
        # One run, however many addresses there are: a list of checksums is read once, and names files of the whole pipeline.
        $list = $null
        $from = $addresses.ToArray()
        try {
            if ($addresses.Count -gt $script:MostAddresses) {
                $list = [System.IO.Path]::GetTempFileName()
                [System.IO.File]::WriteAllLines($list, [string[]]@($addresses | ForEach-Object -Process { $_.Replace(' ', '%20') }))
                $from = @('--input-file', $list)
            }
            Invoke-FtpxAs -Arguments (@('get') + $options + $from) -Credential $Credential | Where-Object -FilterScript { $_.type -eq 'result' }
        }
        finally {
            if ($null -ne $list) {
                Remove-Item -LiteralPath $list
            }
        }
    }
}

function Get-FtpxChildItem {
    <#
    .SYNOPSIS
    Lists folders of FTP servers.
    .DESCRIPTION
    Runs ftpx ls. Each name is an object with the members of ftpx's JSON line 'entry' (name, kind, size, modified, url ...). Where a listing may not be the whole folder a warning says why.
    .PARAMETER Url
    Addresses of folders, files or patterns.
    .PARAMETER Recurse
    The folders in the folder too.
    .PARAMETER Depth
    With Recurse: folders one within the other, 0 to 64.
    .PARAMETER Credential
    Who logs in. Without it ftpx takes the address, stored logins (ftpx credential set) and netrc.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Get-FtpxChildItem -Url ftp://ftp.example.org/pass | Sort-Object -Property size
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string[]] $Url,

        [switch] $Recurse,

        [ValidateRange(0, 64)]
        [int] $Depth,

        [System.Management.Automation.PSCredential] $Credential,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    process {
        $options = @('--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        if ($Recurse) {
            $options += '--recursive'
        }
        if ($PSBoundParameters.ContainsKey('Depth')) {
            $options += @('--max-depth', [string]$Depth)
        }
        foreach ($address in $Url) {
            Invoke-FtpxAs -Arguments (@('ls') + $options + @($address)) -Credential $Credential | Select-FtpxEntry
        }
    }
}

function Get-FtpxItem {
    <#
    .SYNOPSIS
    Shows what FTP servers tell about files and folders.
    .DESCRIPTION
    Runs ftpx stat. Each name is an object with the members of ftpx's JSON line 'stat' (url, kind, size, modified, hash ...). What the server does not have is an error.
    .PARAMETER Url
    Addresses of files or folders. Objects of Get-FtpxChildItem bring theirs along.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER Hash
    Ask for the hash too; the server reads the whole file.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Get-FtpxItem -Url ftp://ftp.example.org/pub/big.bin -Hash | Select-Object -Property size, modified, hash
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string[]] $Url,

        [System.Management.Automation.PSCredential] $Credential,

        [switch] $Hash,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    begin {
        $addresses = New-Object -TypeName 'System.Collections.Generic.List[string]'
    }
    process {
        foreach ($address in $Url) {
            $addresses.Add($address)
        }
    }
    end {
        $options = @('--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        for ($i = 0; $i -lt $addresses.Count; $i += $script:MostAddresses) {
            $some = $addresses.GetRange($i, [Math]::Min($script:MostAddresses, $addresses.Count - $i)).ToArray()
            Invoke-FtpxAs -Arguments (@('stat') + $options + $some) -Credential $Credential | Where-Object -FilterScript { $null -eq $_.failure }
        }
    }
}

function Measure-FtpxFolder {
    <#
    .SYNOPSIS
    Sums up the files and bytes of folders of FTP servers.
    .DESCRIPTION
    Runs ftpx du. Each folder is an object with the members of ftpx's JSON line 'du_folder' (path, level, folders, files, bytes ...), the folder of the address last.
    .PARAMETER Url
    The folder.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER MaxDepth
    Print folders down to N levels; deeper ones still count.
    .PARAMETER Summarize
    Print the total only.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Measure-FtpxFolder -Url ftp://ftp.example.org/pub -MaxDepth 1 | Sort-Object -Property bytes -Descending
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string] $Url,

        [System.Management.Automation.PSCredential] $Credential,

        [int] $MaxDepth,

        [switch] $Summarize,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    process {
        $options = @('--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        Invoke-FtpxAs -Arguments (@('du') + $options + @($Url)) -Credential $Credential | Where-Object -FilterScript { $_.type -eq 'du_folder' }
    }
}

function Find-FtpxItem {
    <#
    .SYNOPSIS
    Finds files and folders of FTP servers by name, size and time.
    .DESCRIPTION
    Runs ftpx find. Each match is an object with the members of ftpx's JSON line 'entry' (name, kind, size, modified, url ...), which Receive-FtpxFile and Get-FtpxContent take. Where a listing may not be the whole folder a warning
    says why.
    .PARAMETER Url
    The folder to begin with.
    .PARAMETER Pattern
    Names such as *.nc; with a slash, paths below the folder. All names unless given.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER Type
    Only files, folders (d) or links.
    .PARAMETER MaxDepth
    Levels of subfolders to enter; 0 for none.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Find-FtpxItem -Url ftp://ftp.example.org/pub -Pattern *.nc -NewerThan 36h | Receive-FtpxFile -Destination D:\data
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Url,

        [Parameter(Position = 1)]
        [string] $Pattern,

        [System.Management.Automation.PSCredential] $Credential,

        [string] $Type,

        [int] $MaxDepth,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    process {
        $words = @('find', '--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters) + @($Url)
        if ($Pattern) {
            $words += $Pattern
        }
        Invoke-FtpxAs -Arguments $words -Credential $Credential | Select-FtpxEntry
    }
}

function Compare-FtpxFolder {
    <#
    .SYNOPSIS
    Compares a folder of an FTP server with a local one.
    .DESCRIPTION
    Runs ftpx diff, which changes nothing. Each difference is an object with the members of ftpx's JSON line 'mirror_file' (action, path, size, why ...); no object means that there is none. What could not be compared is an error.
    $LASTEXITCODE is 0 without a difference and 1 with one.
    .PARAMETER Url
    The remote folder, as ftp://host/dir or NAME:dir.
    .PARAMETER Destination
    The local folder.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER MinAge
    Skip files modified less than AGE ago: 30s, 10m, 2h, 1d.
    .PARAMETER MaxDepth
    Levels of subfolders to enter; 0 for none.
    .PARAMETER Checksum
    Compare equal sizes by server hash, not by time.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Compare-FtpxFolder -Url ftp://ftp.example.org/pub/passes -Destination D:\archive | Where-Object -Property action -NE 'extra'
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Url,

        [Parameter(Mandatory = $true, Position = 1)]
        [string] $Destination,

        [System.Management.Automation.PSCredential] $Credential,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [string] $MinAge,

        [int] $MaxDepth,

        [switch] $Checksum,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    process {
        $words = @('diff', '--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters) + @($Url, (Resolve-FtpxPath -Path $Destination))
        Invoke-FtpxAs -Arguments $words -Answers 0, 1 -Credential $Credential | Where-Object -FilterScript { $_.type -eq 'mirror_file' }
    }
}

function Get-FtpxContent {
    <#
    .SYNOPSIS
    Reads files of FTP servers, without a local copy.
    .DESCRIPTION
    Runs ftpx cat. It returns the lines of each file in order while they arrive; with Raw the whole text as one string; with AsByteStream the bytes. The last 64 KiB follow when the whole file is verified: after an error, discard what
    came before. $LASTEXITCODE is ftpx's.
    .PARAMETER Url
    Addresses of files, as ftp://host/dir/file or NAME:file. Objects of Get-FtpxChildItem and Find-FtpxItem bring theirs along.
    .PARAMETER Raw
    One string, or with AsByteStream one array, for each file.
    .PARAMETER AsByteStream
    Bytes, not text.
    .PARAMETER Encoding
    The encoding of the text, such as utf-16; utf-8 unless given.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER VerifyFirst
    Write nothing before the whole file is verified.
    .PARAMETER Range
    Only bytes A to B: 0-499, 500- or -500 (the last). Default: all bytes.
    .PARAMETER Verify
    Hash: auto, none, always or sha256:HEX. Default: auto.
    .PARAMETER Streams
    Parallel connections, 1 to 64. Default: auto.
    .PARAMETER Bind
    Local addresses or interfaces to use.
    .PARAMETER LimitRate
    50M (bytes/s), 800Mbit, hours or @FILE.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER LogFile
    Append to a log; rotated daily and at 10 MiB.
    .PARAMETER MaxTime
    Stop after 90s, 30m or 8h.
    .PARAMETER StopAt
    Stop when this computer's clock shows HH:MM.
    .PARAMETER Retries
    Retries of a stream that receives no new byte. Default: 8.
    .PARAMETER RetryWait
    Pause before each retry. Default: 0.5s, doubled up to 15s.
    .PARAMETER MaxSessions
    Limit for --streams auto, 1 to 64. Default: 64, or the stored number.
    .PARAMETER SegmentSize
    Smallest and largest range of one RETR. Default: 256K, no maximum.
    .PARAMETER ServerAddress
    Use several addresses of the server; may be repeated. Default: first to answer.
    .PARAMETER MaxIdle
    End the run if no byte arrives for this long. Default: first-byte plus reply limit.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Get-FtpxContent -Url ftp://ftp.example.org/pub/passes.csv | ConvertFrom-Csv
    .EXAMPLE
    Get-FtpxContent -Url ftp://ftp.example.org/pub/big.bin -Range 0-511 -AsByteStream | Format-Hex
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string[]] $Url,

        [switch] $Raw,

        [switch] $AsByteStream,

        [string] $Encoding,

        [System.Management.Automation.PSCredential] $Credential,

        [switch] $VerifyFirst,

        [string] $Range,

        [string] $Verify,

        [ValidateRange(1, 64)]
        [int] $Streams,

        [string[]] $Bind,

        [string] $LimitRate,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $LogFile,

        [string] $MaxTime,

        [string] $StopAt,

        [string] $Retries,

        [string] $RetryWait,

        [ValidateRange(1, 64)]
        [int] $MaxSessions,

        [string] $SegmentSize,

        [string[]] $ServerAddress,

        [string] $MaxIdle,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [switch] $NoSiteMemory
    )

    process {
        $text = [System.Text.Encoding]::UTF8
        if ($Encoding) {
            $text = [System.Text.Encoding]::GetEncoding($Encoding)
        }
        $options = @('--quiet') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        if ($null -ne $Credential) {
            $options += @('--user=' + $Credential.UserName)
        }
        foreach ($address in $Url) {
            # PowerShell itself would read the output of a program as text in the console's encoding.
            $start = New-Object -TypeName 'System.Diagnostics.ProcessStartInfo' -ArgumentList (Find-Ftpx), (ConvertTo-FtpxCommandLine -Arguments (@('cat') + $options + @($address)))
            $start.WorkingDirectory = (Get-Location -PSProvider FileSystem).ProviderPath
            $start.UseShellExecute = $false
            $start.CreateNoWindow = $true
            $start.RedirectStandardOutput = $true
            $start.RedirectStandardError = $true
            if ($null -ne $Credential) {
                $start.EnvironmentVariables['FTPX_PASSWORD'] = $Credential.GetNetworkCredential().Password
            }
            $process = [System.Diagnostics.Process]::Start($start)
            $sentences = $process.StandardError.ReadToEndAsync()
            $bytes = $process.StandardOutput.BaseStream
            try {
                if ($AsByteStream -and $Raw) {
                    $whole = New-Object -TypeName 'System.IO.MemoryStream'
                    $bytes.CopyTo($whole)
                    , $whole.ToArray()
                }
                elseif ($AsByteStream) {
                    $buffer = New-Object -TypeName 'byte[]' -ArgumentList 65536
                    while (($count = $bytes.Read($buffer, 0, $buffer.Length)) -gt 0) {
                        $part = New-Object -TypeName 'byte[]' -ArgumentList $count
                        [Array]::Copy($buffer, $part, $count)
                        $part
                    }
                }
                else {
                    $reader = New-Object -TypeName 'System.IO.StreamReader' -ArgumentList $bytes, $text
                    if ($Raw) {
                        $reader.ReadToEnd()
                    }
                    else {
                        while ($null -ne ($line = $reader.ReadLine())) {
                            $line
                        }
                    }
                }
                $process.WaitForExit()
            }
            finally {
                # After Select-Object -First, ftpx finds its output closed and ends.
                $bytes.Dispose()
                if (-not $process.WaitForExit(10000)) {
                    $process.Kill()
                }
            }
            $code = $process.ExitCode
            $global:LASTEXITCODE = $code
            $process.Dispose()
            if ($code -ne 0) {
                Write-Error -Message ('{0} (exit code {1})' -f ($sentences.Result.Trim() -replace '\s*\r?\n', ' '), $code) -ErrorId ('ftpx.' + $code) -Category 'ReadError' -TargetObject $address
            }
        }
    }
}

function Sync-FtpxFolder {
    <#
    .SYNOPSIS
    Mirrors a folder of an FTP server to a local one.
    .DESCRIPTION
    Runs ftpx mirror, which downloads what is new or changed. It returns an object with the members of ftpx's JSON line 'result' for each downloaded file, a 'mirror_file' for each deleted one, and a 'mirror_result' for the run. Each
    file that failed, and each folder that could not be compared, is an error. With WhatIf it returns the plan ('mirror_file', 'mirror_plan') and changes nothing.
    .PARAMETER Url
    The remote folder, as ftp://host/dir or NAME:dir.
    .PARAMETER Destination
    The local folder, which is created, with those above it.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER MinAge
    Skip files modified less than AGE ago: 30s, 10m, 2h, 1d.
    .PARAMETER MaxDepth
    Levels of subfolders to enter; 0 for none.
    .PARAMETER Checksum
    Compare equal sizes by server hash, not by time.
    .PARAMETER Order
    Order of files: path, newest or smallest. Default: path.
    .PARAMETER NoResume
    Discard any partial file and start over.
    .PARAMETER Verify
    Hash: auto, none or always. Default: auto.
    .PARAMETER Delete
    Delete local files that the server lacks; asks first.
    .PARAMETER MaxDelete
    Delete nothing if more files would go. Default: 50%.
    .PARAMETER Streams
    Parallel connections, 1 to 64. Default: auto.
    .PARAMETER Bind
    Local addresses or interfaces to use.
    .PARAMETER Replica
    Another server with the same tree; may be repeated.
    .PARAMETER LimitRate
    50M (bytes/s), 800Mbit, hours or @FILE.
    .PARAMETER ReceiveBuffer
    Fixed receive buffer. Default: automatic.
    .PARAMETER Parallel
    Files at once, 1 to 64. Default: as --streams.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Report
    Write an HTML report of the transfer.
    .PARAMETER LogFile
    Append to a log; rotated daily and at 10 MiB.
    .PARAMETER MaxTime
    Stop after 90s, 30m or 8h; the same command resumes.
    .PARAMETER StopAt
    Stop when this computer's clock shows HH:MM.
    .PARAMETER Retries
    Retries of a stream that receives no new byte. Default: 8.
    .PARAMETER RetryWait
    Pause before each retry. Default: 0.5s, doubled up to 15s.
    .PARAMETER OnComplete
    Run CMD after each downloaded file; {path}, {name}, {url}.
    .PARAMETER OnError
    Run CMD after each file that failed.
    .PARAMETER Shell
    Run CMD in the shell; the file is in FTPX_FILE.
    .PARAMETER CommandTimeout
    Limit for each run of CMD. Default: 5m.
    .PARAMETER MaxSessions
    Limit for --streams auto, 1 to 64. Default: 64, or the stored number.
    .PARAMETER SegmentSize
    Smallest and largest range of one RETR. Default: 256K, no maximum.
    .PARAMETER Unbuffered
    Bypass the page cache; auto: files of 64 MiB or more. Default: auto.
    .PARAMETER TrustReplica
    Use a replica of equal size without a hash; exit code 17.
    .PARAMETER ServerAddress
    Use several addresses of the server; may be repeated. Default: first to answer.
    .PARAMETER MaxIdle
    End the run if no byte arrives for this long. Default: first-byte plus reply limit.
    .PARAMETER Mptcp
    Open MPTCP connections, where Linux and the server have it.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Checksums
    Verify by a checksum list such as SHA256SUMS.
    .PARAMETER WriteChecksums
    Write the SHA-256 of all files, as sha256sum does.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Sync-FtpxFolder -Url ftp://ftp.example.org/pub/passes -Destination D:\archive -Include *.nc
    .EXAMPLE
    Sync-FtpxFolder -Url ftp://ftp.example.org/pub/passes -Destination D:\archive -Delete -WhatIf
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Url,

        [Parameter(Mandatory = $true, Position = 1)]
        [string] $Destination,

        [System.Management.Automation.PSCredential] $Credential,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [string] $MinAge,

        [int] $MaxDepth,

        [switch] $Checksum,

        [string] $Order,

        [switch] $NoResume,

        [string] $Verify,

        [switch] $Delete,

        [string] $MaxDelete,

        [ValidateRange(1, 64)]
        [int] $Streams,

        [string[]] $Bind,

        [string[]] $Replica,

        [string] $LimitRate,

        [string] $ReceiveBuffer,

        [ValidateRange(1, 64)]
        [int] $Parallel,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Report,

        [string] $LogFile,

        [string] $MaxTime,

        [string] $StopAt,

        [string] $Retries,

        [string] $RetryWait,

        [string] $OnComplete,

        [string] $OnError,

        [switch] $Shell,

        [string] $CommandTimeout,

        [ValidateRange(1, 64)]
        [int] $MaxSessions,

        [string] $SegmentSize,

        [string] $Unbuffered,

        [switch] $TrustReplica,

        [string[]] $ServerAddress,

        [string] $MaxIdle,

        [switch] $Mptcp,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string] $Checksums,

        [string] $WriteChecksums,

        [switch] $NoSiteMemory
    )

    process {
        # A plan writes no file and runs no command.
        $without = if ($WhatIfPreference) { @('WriteChecksums', 'Report', 'OnComplete', 'OnError', 'Shell') }
        $options = @('--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters -Without $without)
        if ($Delete) {
            $options += '--yes'
        }
        $words = @($Url, (Resolve-FtpxPath -Path $Destination))
        if ($PSCmdlet.ShouldProcess($Destination, 'Mirror ' + $Url)) {
            Invoke-FtpxAs -Arguments (@('mirror') + $options + $words) -Credential $Credential | Where-Object -FilterScript { 'result', 'mirror_file', 'mirror_result' -contains $_.type }
        }
        elseif ($WhatIfPreference) {
            Invoke-FtpxAs -Arguments (@('mirror', '--dry-run') + $options + $words) -Credential $Credential
        }
    }
}

function Copy-FtpxFile {
    <#
    .SYNOPSIS
    Copies files directly between two FTP servers.
    .DESCRIPTION
    Runs ftpx fxp. It returns an object with the members of ftpx's JSON line 'fxp_file' for each file, and an 'fxp_result' for the run. Each file that failed is an error. With WhatIf it returns the plan ('fxp_plan', 'fxp_preview')
    and copies nothing.
    .PARAMETER Source
    A file, a pattern or, ending in a slash, a folder, as ftp://host/dir/ or NAME:dir/.
    .PARAMETER Destination
    The name of the file or, ending in a slash, a folder, which is created if missing.
    .PARAMETER Recurse
    Copy the folder with everything in it.
    .PARAMETER SourceCredential
    The login at the source. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER DestinationCredential
    The login at the destination, found in the same way.
    .PARAMETER Overwrite
    Replace files that differ at the destination.
    .PARAMETER NoResume
    Ignore any partial copy and start over.
    .PARAMETER Verify
    Hash: auto, none, always, or sha256:HEX (sha512, sha1, md5). Default: auto.
    .PARAMETER Include
    Only files that match; may be repeated.
    .PARAMETER Exclude
    Skip files and folders that match; may be repeated.
    .PARAMETER MinSize
    Only files of SIZE or more: 100K, 1.5G.
    .PARAMETER MaxSize
    Only files of SIZE or less.
    .PARAMETER NewerThan
    Only files changed since WHEN: 2026-11-20, 36h.
    .PARAMETER OlderThan
    Only files unchanged since WHEN: 2026-11-20, 7d.
    .PARAMETER MaxDepth
    Levels of subfolders to enter; 0 for none.
    .PARAMETER Parallel
    Files at once, 1 to 64. Default: 8.
    .PARAMETER Streams
    Connections for one large file, 1 to 64. Default: auto.
    .PARAMETER ViaClient
    If the servers refuse, relay through this computer.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER LogFile
    Append to a log; rotated daily and at 10 MiB.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Passive
    Server that listens first: source or destination. Default: destination.
    .PARAMETER Bind
    Local address or interface to use.
    .PARAMETER NoSiteMemory
    Ignore what is stored for the server; store nothing.
    .EXAMPLE
    Copy-FtpxFile -Source ftp://a.example.org/out/ -Destination ftp://b.example.org/in/ -Recurse
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Source,

        [Parameter(Mandatory = $true, Position = 1)]
        [string] $Destination,

        [switch] $Recurse,

        [System.Management.Automation.PSCredential] $SourceCredential,

        [System.Management.Automation.PSCredential] $DestinationCredential,

        [switch] $Overwrite,

        [switch] $NoResume,

        [string] $Verify,

        [string[]] $Include,

        [string[]] $Exclude,

        [string] $MinSize,

        [string] $MaxSize,

        [string] $NewerThan,

        [string] $OlderThan,

        [int] $MaxDepth,

        [ValidateRange(1, 64)]
        [int] $Parallel,

        [ValidateRange(1, 64)]
        [int] $Streams,

        [switch] $ViaClient,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $LogFile,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [string] $Passive,

        [string[]] $Bind,

        [switch] $NoSiteMemory
    )

    process {
        $options = @('--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        if ($Recurse) {
            $options += '--recursive'
        }
        $variables = @{}
        if ($null -ne $SourceCredential) {
            $variables['FTPX_SOURCE_USER'] = $SourceCredential.UserName
            $variables['FTPX_SOURCE_PASSWORD'] = $SourceCredential.GetNetworkCredential().Password
        }
        if ($null -ne $DestinationCredential) {
            $variables['FTPX_DESTINATION_USER'] = $DestinationCredential.UserName
            $variables['FTPX_DESTINATION_PASSWORD'] = $DestinationCredential.GetNetworkCredential().Password
        }
        if ($PSCmdlet.ShouldProcess($Destination, 'Copy ' + $Source)) {
            Invoke-FtpxWith -Arguments (@('fxp') + $options + @($Source, $Destination)) -Variables $variables | Where-Object -FilterScript { 'fxp_file', 'fxp_result' -contains $_.type }
        }
        elseif ($WhatIfPreference) {
            Invoke-FtpxWith -Arguments (@('fxp', '--dry-run') + $options + @($Source, $Destination)) -Variables $variables
        }
    }
}

function Measure-FtpxServer {
    <#
    .SYNOPSIS
    Measures an FTP server and finds what limits a transfer.
    .DESCRIPTION
    Runs ftpx probe, which downloads parts of a file over more and more connections and discards them. It returns an object with the members of ftpx's JSON line 'probe' (limit, recommended_streams, best_bytes_per_second, command ...).
    .PARAMETER Url
    A file on the server, the larger the better.
    .PARAMETER Credential
    The login. Without it ftpx uses the URL, stored logins (ftpx credential set) and netrc.
    .PARAMETER Streams
    Highest number of streams to try, 1 to 64. Default: 16.
    .PARAMETER TimeLimit
    Limit for the whole measurement. Default: 60.
    .PARAMETER Output
    Folder whose disk is measured; left unchanged. Default: current folder.
    .PARAMETER History
    Show what the service measured; also for a JOB.
    .PARAMETER Since
    Age of the oldest measurement shown. Default: 7d.
    .PARAMETER Data
    Data folder of the service. Default: of the service.
    .PARAMETER ReceiveBuffer
    Fixed receive buffer. Default: automatic.
    .PARAMETER Tls
    none, explicit (AUTH TLS) or implicit. Default: by URL.
    .PARAMETER Charset
    Charset of remote names, such as cp949. Default: utf-8.
    .PARAMETER User
    User name to log in with. Default: by URL.
    .PARAMETER Proxy
    socks5://, socks5h:// or http:// proxy, or none. Default: by environment.
    .PARAMETER Active
    Use active data connections (PORT, EPRT).
    .PARAMETER Insecure
    Accept any TLS certificate.
    .PARAMETER Netrc
    File with logins. Default: .netrc or _netrc at home.
    .PARAMETER TimeoutConnect
    Limit for TCP connect and TLS handshake. Default: 15.
    .PARAMETER TimeoutReply
    Limit for one reply, including the greeting. Default: 30.
    .PARAMETER TimeoutFirstByte
    Limit from RETR to the first byte. Default: 60.
    .PARAMETER TimeoutStall
    Longest silence of a stream before a retry. Default: 10.
    .PARAMETER Trace
    Write the FTP dialogue, with secrets masked.
    .PARAMETER Mptcp
    Open MPTCP connections, where Linux and the server have it.
    .PARAMETER Bind
    Local address or interface to use.
    .EXAMPLE
    Measure-FtpxServer -Url ftp://ftp.example.org/pub/big.bin -Streams 4 | Select-Object -Property limit, recommended_streams
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [string] $Url,

        [System.Management.Automation.PSCredential] $Credential,

        [ValidateRange(1, 64)]
        [int] $Streams,

        [string] $TimeLimit,

        [string] $Output,

        [switch] $History,

        [string] $Since,

        [string] $Data,

        [string] $ReceiveBuffer,

        [string] $Tls,

        [string] $Charset,

        [string] $User,

        [string] $Proxy,

        [switch] $Active,

        [switch] $Insecure,

        [string] $Netrc,

        [string] $TimeoutConnect,

        [string] $TimeoutReply,

        [string] $TimeoutFirstByte,

        [string] $TimeoutStall,

        [string] $Trace,

        [switch] $Mptcp,

        [string[]] $Bind
    )

    process {
        $options = @('--json', '--quiet') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
        Invoke-FtpxAs -Arguments (@('probe') + $options + @($Url)) -Credential $Credential
    }
}

function Get-FtpxHistory {
    <#
    .SYNOPSIS
    Lists what was downloaded, newest first.
    .DESCRIPTION
    Runs ftpx history. Each file is an object with the members of ftpx's JSON line 'transfer'.
    .PARAMETER Since
    Only files finished since 2026-11-20 (UTC), or within 36h or 7d.
    .PARAMETER Failed
    Only files with an exit code other than 0.
    .PARAMETER Limit
    Maximum number of files, 1 to 100000. Default: 50.
    .EXAMPLE
    Get-FtpxHistory -Since 7d -Failed | Format-Table -Property finished, source, message
    #>
    [CmdletBinding()]
    param(
        [string] $Since,

        [switch] $Failed,

        [int] $Limit
    )

    $words = @('history', '--json') + @(ConvertTo-FtpxOption -Bound $PSBoundParameters)
    Invoke-Ftpx -Arguments $words
}

function Clear-FtpxHistory {
    <#
    .SYNOPSIS
    Deletes the history of downloads.
    .DESCRIPTION
    Runs ftpx history --clear. Downloaded files stay.
    .EXAMPLE
    Clear-FtpxHistory -Confirm:$false
    #>
    [CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = 'High')]
    param(
    )

    if ($PSCmdlet.ShouldProcess('The history of ftpx', 'Delete')) {
        Invoke-Ftpx -Arguments @('history', '--clear') -Text
    }
}

function Get-FtpxJob {
    <#
    .SYNOPSIS
    Lists the jobs of the service.
    .DESCRIPTION
    Runs ftpx job list. Each job is an object with the members of ftpx's JSON line 'job_status' (name, server, state, sentence, next_look, last_delivered ...).
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Get-FtpxJob | Where-Object -Property state -NE 'ok'
    #>
    [CmdletBinding()]
    param(
        [string] $Data
    )

    Invoke-Ftpx -Arguments (@('job', 'list', '--json') + @(Get-FtpxDataOption -Data $Data))
}

function Get-FtpxJobHistory {
    <#
    .SYNOPSIS
    Lists what jobs have delivered, newest first.
    .DESCRIPTION
    Runs ftpx job history. Each file is an object with the members of ftpx's JSON line 'delivery', or with Failures of 'put_aside'.
    .PARAMETER Name
    The job; all jobs unless given.
    .PARAMETER Failures
    Quarantined files instead of deliveries.
    .PARAMETER Limit
    The maximum number of entries; 20 unless given.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Get-FtpxJobHistory -Name passes -Failures | Format-Table -Property name, since, error
    #>
    [CmdletBinding()]
    param(
        [Parameter(Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [switch] $Failures,

        [int] $Limit,

        [string] $Data
    )

    process {
        $words = @('job', 'history')
        if ($Name) {
            $words += $Name
        }
        if ($Failures) {
            $words += '--failures'
        }
        if ($PSBoundParameters.ContainsKey('Limit')) {
            $words += @('--limit', [string]$Limit)
        }
        Invoke-Ftpx -Arguments ($words + @('--json') + @(Get-FtpxDataOption -Data $Data))
    }
}

function Start-FtpxJob {
    <#
    .SYNOPSIS
    Polls the folders of a job now.
    .DESCRIPTION
    Runs ftpx job run. It returns an object with the members of ftpx's JSON line 'job_folder' for each polled folder. With WhatIf the service writes nothing, and each file that would not be delivered is a 'job_file'.
    .PARAMETER Name
    The job.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Start-FtpxJob -Name passes -WhatIf
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [string] $Data
    )

    process {
        $options = @('--json') + @(Get-FtpxDataOption -Data $Data)
        if ($PSCmdlet.ShouldProcess($Name, 'Poll the folders of the job')) {
            Invoke-Ftpx -Arguments (@('job', 'run', $Name) + $options)
        }
        elseif ($WhatIfPreference) {
            Invoke-Ftpx -Arguments (@('job', 'run', $Name, '--dry-run') + $options)
        }
    }
}

function Suspend-FtpxJob {
    <#
    .SYNOPSIS
    Pauses a job.
    .DESCRIPTION
    Runs ftpx job pause: the service polls the job no more, and transfers in progress continue. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER Reason
    The reason, which others see.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Suspend-FtpxJob -Name passes -Reason 'the disk is replaced'
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [string] $Reason,

        [string] $Data
    )

    process {
        $words = @('job', 'pause', $Name)
        if ($Reason) {
            $words += @('--reason=' + $Reason)
        }
        if ($PSCmdlet.ShouldProcess($Name, 'Pause the job')) {
            Invoke-Ftpx -Text -Arguments ($words + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function Resume-FtpxJob {
    <#
    .SYNOPSIS
    Resumes a paused job.
    .DESCRIPTION
    Runs ftpx job resume. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Get-FtpxJob | Where-Object -Property state -EQ 'paused' | Resume-FtpxJob
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [string] $Data
    )

    process {
        if ($PSCmdlet.ShouldProcess($Name, 'Resume the job')) {
            Invoke-Ftpx -Text -Arguments (@('job', 'resume', $Name) + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function Restart-FtpxJobFile {
    <#
    .SYNOPSIS
    Retries failed and quarantined files of a job.
    .DESCRIPTION
    Runs ftpx job retry. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER File
    Files of this name, in any folder; all unless given.
    .PARAMETER Effects
    Retry failed commands and manifest lines, not files.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Restart-FtpxJobFile -Name passes
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [Parameter(Position = 1)]
        [string] $File,

        [switch] $Effects,

        [string] $Data
    )

    process {
        $words = @('job', 'retry', $Name)
        if ($File) {
            $words += $File
        }
        if ($Effects) {
            $words += '--effects'
        }
        if ($PSCmdlet.ShouldProcess($Name, 'Retry the files of the job')) {
            Invoke-Ftpx -Text -Arguments ($words + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function Skip-FtpxJobFile {
    <#
    .SYNOPSIS
    Leaves out a file of a job that is not delivered.
    .DESCRIPTION
    Runs ftpx job skip. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER File
    Files of this name, in any folder.
    .PARAMETER Reason
    The reason, which others see.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Skip-FtpxJobFile -Name passes -File a.nc -Reason 'broken at the station'
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [Parameter(Mandatory = $true, Position = 1)]
        [string] $File,

        [string] $Reason,

        [string] $Data
    )

    process {
        $words = @('job', 'skip', $Name, $File)
        if ($Reason) {
            $words += @('--reason=' + $Reason)
        }
        if ($PSCmdlet.ShouldProcess("$Name $File", 'Leave out the file of the job')) {
            Invoke-Ftpx -Text -Arguments ($words + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function Get-FtpxJobGap {
    <#
    .SYNOPSIS
    Lists the incomplete slots of a job with expected files, and why they are incomplete.
    .DESCRIPTION
    Runs ftpx job gaps. Each slot is an object with the members of ftpx's JSON line 'job_gap' (slot, state, have, expect, absent, why); the last object is 'job_completeness'.
    .PARAMETER Name
    The job.
    .PARAMETER Since
    The beginning: a date, or an age such as 36h or 7d; 2d unless given.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Get-FtpxJobGap -Name passes -Since 7d | Where-Object -Property type -EQ 'job_gap'
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [string] $Since,

        [string] $Data
    )

    process {
        $words = @('job', 'gaps', $Name, '--json')
        if ($Since) {
            $words += @('--since=' + $Since)
        }
        Invoke-Ftpx -Arguments ($words + @(Get-FtpxDataOption -Data $Data))
    }
}

function Get-FtpxJobOutage {
    <#
    .SYNOPSIS
    Lists the known outages of a job.
    .DESCRIPTION
    Runs ftpx job outage list. Each outage is an object with the members of ftpx's JSON line 'outage' (id, job, from, to, reason).
    .PARAMETER Name
    The job; all jobs unless given.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Get-FtpxJobOutage -Name passes
    #>
    [CmdletBinding()]
    param(
        [Parameter(Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [string] $Data
    )

    process {
        $words = @('job', 'outage', 'list')
        if ($Name) {
            $words += $Name
        }
        Invoke-Ftpx -Arguments ($words + '--json' + @(Get-FtpxDataOption -Data $Data))
    }
}

function Add-FtpxJobOutage {
    <#
    .SYNOPSIS
    Records a known outage of an archive, whose slots are no gaps.
    .DESCRIPTION
    Runs ftpx job outage add. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER From
    The beginning, as in 2026-11-24T10:00.
    .PARAMETER To
    The end, exclusive.
    .PARAMETER Reason
    The reason, which others see.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Add-FtpxJobOutage -Name passes -From 2026-11-24T10:00 -To 2026-11-24T16:00 -Reason 'antenna'
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [Parameter(Mandatory = $true)]
        [string] $From,

        [Parameter(Mandatory = $true)]
        [string] $To,

        [string] $Reason,

        [string] $Data
    )

    process {
        $words = @('job', 'outage', 'add', $Name, "--from=$From", "--to=$To")
        if ($Reason) {
            $words += @('--reason=' + $Reason)
        }
        if ($PSCmdlet.ShouldProcess($Name, 'Record an outage')) {
            Invoke-Ftpx -Text -Arguments ($words + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function Remove-FtpxJobOutage {
    <#
    .SYNOPSIS
    Removes a known outage.
    .DESCRIPTION
    Runs ftpx job outage remove. What ftpx says goes to the verbose stream.
    .PARAMETER Name
    The job.
    .PARAMETER Id
    The number of the outage, which Get-FtpxJobOutage shows.
    .PARAMETER Data
    The data folder of the service, if it is not the usual one.
    .EXAMPLE
    Remove-FtpxJobOutage -Name passes -Id 3
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Name,

        [Parameter(Mandatory = $true, Position = 1, ValueFromPipelineByPropertyName = $true)]
        [long] $Id,

        [string] $Data
    )

    process {
        if ($PSCmdlet.ShouldProcess("$Name $Id", 'Remove the outage')) {
            Invoke-Ftpx -Text -Arguments (@('job', 'outage', 'remove', $Name, "$Id") + @(Get-FtpxDataOption -Data $Data))
        }
    }
}

function New-FtpxJobFile {
    <#
    .SYNOPSIS
    Writes a first job file by looking at the folders of a server.
    .DESCRIPTION
    Runs ftpx job init. What ftpx says goes to the verbose stream. An existing file is not replaced.
    .PARAMETER Url
    The folder of the archive.
    .PARAMETER Path
    The job file to write.
    .EXAMPLE
    New-FtpxJobFile -Url ftp://pull@ftp.example.org//archive -Path .\jobs.json
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true, Position = 0)]
        [string] $Url,

        [Parameter(Mandatory = $true, Position = 1)]
        [string] $Path
    )

    process {
        if ($PSCmdlet.ShouldProcess($Path, 'Write a job file')) {
            Invoke-Ftpx -Text -Arguments @('job', 'init', $Url, '--output', (Resolve-FtpxPath -Path $Path))
        }
    }
}

function Test-FtpxJobFile {
    <#
    .SYNOPSIS
    Checks a job file.
    .DESCRIPTION
    Runs ftpx job validate. It returns an object with the members of ftpx's JSON line 'job' for each job of a valid file, or of 'job_problem' (line, key, problem) for each mistake.
    .PARAMETER Path
    The job file.
    .EXAMPLE
    Test-FtpxJobFile -Path .\jobs.json
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true)]
        [string] $Path
    )

    process {
        Invoke-Ftpx -Arguments @('job', 'validate', (Resolve-FtpxPath -Path $Path), '--json')
    }
}

function Get-FtpxTuning {
    <#
    .SYNOPSIS
    Shows how this computer is set for long, fast paths.
    .DESCRIPTION
    Runs ftpx tune show. Each setting is an object with the members of ftpx's JSON line 'tune_state' (target, now, state, reason).
    .EXAMPLE
    Get-FtpxTuning | Where-Object -Property state -EQ 'known'
    #>
    [CmdletBinding()]
    param()

    Invoke-Ftpx -Arguments @('tune', 'show', '--json')
}

function Get-FtpxTuningHistory {
    <#
    .SYNOPSIS
    Lists what ftpx tune has changed on this computer.
    .DESCRIPTION
    Runs ftpx tune history. Each tuning is an object with the members of ftpx's JSON line 'tune_journal' (id, profile, changes, in_force, confirm_by).
    .EXAMPLE
    Get-FtpxTuningHistory | Where-Object -Property in_force
    #>
    [CmdletBinding()]
    param()

    Invoke-Ftpx -Arguments @('tune', 'history', '--json')
}

function Compare-FtpxTuning {
    <#
    .SYNOPSIS
    Shows what a profile would change on this computer.
    .DESCRIPTION
    Runs ftpx tune diff, and changes nothing. Each change is an object with the members of ftpx's JSON line 'tune_step' (target, now, after, reason). With All, what is left alone ('tune_left') and what was found besides
    ('tune_found') comes too; the member type tells them apart.
    .PARAMETER ProfileName
    conservative, desktop-wan, desktop-10g, server-wan, dtn-wan-10g, dtn-lan-10g, a file that ends in .json, or a profile with an overlay, as dtn-wan-10g+singlestream.
    .PARAMETER All
    What is left alone and what was found besides, too.
    .EXAMPLE
    Compare-FtpxTuning -ProfileName desktop-wan | Format-Table -Property target, now, after, reason
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true)]
        [string] $ProfileName,

        [switch] $All
    )

    process {
        Invoke-Ftpx -Arguments @('tune', 'diff', $ProfileName, '--json') | Where-Object -FilterScript { $All -or $_.type -eq 'tune_step' }
    }
}

function Set-FtpxTuning {
    <#
    .SYNOPSIS
    Changes what a profile wants otherwise: all of it, or nothing.
    .DESCRIPTION
    Runs ftpx tune apply, which needs a terminal of an administrator. It hands out the changes ('tune_step') and how it ended ('tune_result'). With WhatIf it hands out the plan and changes nothing.
    .PARAMETER ProfileName
    As for Compare-FtpxTuning.
    .PARAMETER RestartAdapter
    Restart the adapters whose values were changed, which cuts their links for some seconds. Everything is restored unless Confirm-FtpxTuning is called in time.
    .PARAMETER ConfirmWithin
    Minutes, 1 to 1440: set everything back unless Confirm-FtpxTuning is called before.
    .PARAMETER Peer
    The computer at the far end of the path whose frames a profile with +jumbo enlarges, and which is used to check the path.
    .EXAMPLE
    Set-FtpxTuning -ProfileName desktop-wan -WhatIf
    .EXAMPLE
    Set-FtpxTuning -ProfileName dtn-wan-10g -RestartAdapter -ConfirmWithin 10
    #>
    [CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = 'High')]
    param(
        [Parameter(Mandatory = $true, Position = 0)]
        [string] $ProfileName,

        [switch] $RestartAdapter,

        [ValidateRange(1, 1440)]
        [int] $ConfirmWithin,

        [string] $Peer
    )

    $options = @('--json')
    if ($RestartAdapter) {
        $options += '--restart-adapters'
    }
    if ($PSBoundParameters.ContainsKey('ConfirmWithin')) {
        $options += @('--confirm-within', [string]$ConfirmWithin)
    }
    $path = @()
    if ($Peer) {
        $path = @('--peer=' + $Peer)
    }
    if ($PSCmdlet.ShouldProcess($env:COMPUTERNAME, 'Apply the profile ' + $ProfileName)) {
        Invoke-Ftpx -Arguments (@('tune', 'apply', $ProfileName, '--yes') + $options + $path)
    }
    elseif ($WhatIfPreference) {
        Invoke-Ftpx -Arguments (@('tune', 'apply', $ProfileName, '--what-if', '--json') + $path)
    }
}

function Confirm-FtpxTuning {
    <#
    .SYNOPSIS
    Keeps what was applied with a timer.
    .DESCRIPTION
    Runs ftpx tune confirm, and hands out how it ended ('tune_result').
    .PARAMETER Id
    As Get-FtpxTuningHistory names it; the last that waits unless given.
    .EXAMPLE
    Confirm-FtpxTuning
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Id
    )

    process {
        $which = @()
        if ($Id) {
            $which = @($Id)
        }
        if ($PSCmdlet.ShouldProcess($env:COMPUTERNAME, 'Keep the tuning ' + $Id)) {
            Invoke-Ftpx -Arguments (@('tune', 'confirm') + $which + @('--json'))
        }
    }
}

function Restore-FtpxTuning {
    <#
    .SYNOPSIS
    Restores what was changed, the last change first.
    .DESCRIPTION
    Runs ftpx tune rollback, which needs a terminal of an administrator, and hands out how it ended ('tune_result').
    .PARAMETER Id
    As Get-FtpxTuningHistory names it; the last that is in force unless given.
    .PARAMETER Force
    Restore also settings that another program or person has changed since.
    .PARAMETER RestartAdapter
    Restart the adapters whose values were changed, which cuts their links for some seconds.
    .EXAMPLE
    Restore-FtpxTuning -WhatIf
    #>
    [CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = 'High')]
    param(
        [Parameter(Position = 0, ValueFromPipelineByPropertyName = $true)]
        [string] $Id,

        [switch] $Force,

        [switch] $RestartAdapter
    )

    process {
        $words = @('tune', 'rollback')
        if ($Id) {
            $words += $Id
        }
        if ($Force) {
            $words += '--force'
        }
        if ($RestartAdapter) {
            $words += '--restart-adapters'
        }
        if ($PSCmdlet.ShouldProcess($env:COMPUTERNAME, 'Set back the tuning ' + $Id)) {
            Invoke-Ftpx -Arguments ($words + @('--yes', '--json'))
        }
    }
}

Export-ModuleMember -Function @(
    'Receive-FtpxFile',
    'Get-FtpxChildItem',
    'Get-FtpxItem',
    'Measure-FtpxFolder',
    'Find-FtpxItem',
    'Compare-FtpxFolder',
    'Get-FtpxContent',
    'Sync-FtpxFolder',
    'Copy-FtpxFile',
    'Measure-FtpxServer',
    'Get-FtpxHistory',
    'Clear-FtpxHistory',
    'Get-FtpxJob',
    'Get-FtpxJobHistory',
    'Start-FtpxJob',
    'Suspend-FtpxJob',
    'Resume-FtpxJob',
    'Restart-FtpxJobFile',
    'Skip-FtpxJobFile',
    'Get-FtpxJobGap',
    'Get-FtpxJobOutage',
    'Add-FtpxJobOutage',
    'Remove-FtpxJobOutage',
    'New-FtpxJobFile',
    'Test-FtpxJobFile',
    'Get-FtpxTuning',
    'Get-FtpxTuningHistory',
    'Compare-FtpxTuning',
    'Set-FtpxTuning',
    'Confirm-FtpxTuning',
    'Restore-FtpxTuning'
)
