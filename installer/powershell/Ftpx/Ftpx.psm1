# ftpx from Windows PowerShell 5.1 and PowerShell 7. Each function runs ftpx once, with its arguments as an array and --json, and hands out its lines as objects.
Set-StrictMode -Version 2.0

# Addresses for one run: Windows takes 32767 characters for a command line.
$script:MostAddresses = 50

function Find-Ftpx {
    $found = Get-Command -Name 'ftpx' -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $found) {
        throw 'ftpx was not found: put the folder of ftpx.exe into the variable PATH.'
    }
    $found.Path
}

# Runs ftpx and hands out its objects. Progress, warnings and failures go to the streams of PowerShell that they belong to.
function Invoke-Ftpx {
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

    $program = Find-Ftpx
    $sentences = New-Object -TypeName 'System.Collections.Generic.List[string]'
    $told = $false
    & {
        # Only here: with 'Stop' Windows PowerShell would end the run at the first line on standard error.
        $ErrorActionPreference = 'Continue'
        $PSNativeCommandUseErrorActionPreference = $false
        & $program @Arguments 2>&1
    } | ForEach-Object -Process {
        if ($_ -is [System.Management.Automation.ErrorRecord]) {
            $sentences.Add($_.ToString())
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
            'result' {
                if ($line.ok) {
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

    if ($code -ne 0 -and -not $told) {
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

# Runs ftpx for a login that was given as an object: the password goes by the environment, which other users cannot read, and is taken out of it again.
function Invoke-FtpxAs {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string[]] $Arguments,

        [System.Management.Automation.PSCredential] $Credential
    )

    if ($null -eq $Credential) {
        Invoke-Ftpx -Arguments $Arguments
        return
    }
    $before = $env:FTPX_PASSWORD
    try {
        $env:FTPX_PASSWORD = $Credential.GetNetworkCredential().Password
        Invoke-Ftpx -Arguments ($Arguments + @('--user', $Credential.UserName))
    }
    finally {
        $env:FTPX_PASSWORD = $before
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

function Receive-FtpxFile {
    <#
    .SYNOPSIS
    Downloads files from FTP servers over many connections at once.
    .DESCRIPTION
    Runs ftpx get. Nothing gets its final name before it is proven whole, and the same call continues after a stop. Each file that is in place is an object with the members of ftpx's JSON line 'result'
    (target, size, proven_by, elapsed_seconds ...). Each that failed is an error with that object as its target and the exit code in its text. $LASTEXITCODE is ftpx's.
    .PARAMETER Url
    Addresses, as ftp://host/dir/file, ftpes:// or ftps://; a pattern is an address too. Objects of Get-FtpxChildItem bring theirs along.
    .PARAMETER Destination
    A folder that exists, or a file's name; the current folder unless given.
    .PARAMETER Streams
    Parallel streams, 1 to 64; ftpx finds how many pay unless given.
    .PARAMETER LimitRate
    Bytes per second over all streams, with K, M or G, or bits as 800Mbit.
    .PARAMETER Verify
    How files are proven beyond lengths and seams: auto, none, always or sha256:HEX.
    .PARAMETER Overwrite
    Replace files that exist.
    .PARAMETER Credential
    Who logs in. Without it ftpx takes the address, stored logins (ftpx credential set) and netrc.
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

        [ValidateRange(1, 64)]
        [int] $Streams,

        [string] $LimitRate,

        [string] $Verify,

        [switch] $Overwrite,

        [System.Management.Automation.PSCredential] $Credential
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
        $options = @('--json', '--output', (Resolve-FtpxPath -Path $Destination))
        if ($PSBoundParameters.ContainsKey('Streams')) {
            $options += @('--streams', [string]$Streams)
        }
        if ($LimitRate) {
            $options += @('--limit-rate', $LimitRate)
        }
        if ($Verify) {
            $options += @('--verify', $Verify)
        }
        if ($Overwrite) {
            $options += '--overwrite'
        }
        for ($first = 0; $first -lt $addresses.Count; $first += $script:MostAddresses) {
            $some = $addresses.GetRange($first, [Math]::Min($script:MostAddresses, $addresses.Count - $first)).ToArray()
            if ($PSCmdlet.ShouldProcess(($some -join ', '), 'Receive to ' + $Destination)) {
                Invoke-FtpxAs -Arguments (@('get') + $options + $some) -Credential $Credential | Where-Object -FilterScript { $_.type -eq 'result' }
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

        [System.Management.Automation.PSCredential] $Credential
    )

    process {
        $options = @('--json')
        if ($Recurse) {
            $options += '--recursive'
        }
        if ($PSBoundParameters.ContainsKey('Depth')) {
            $options += @('--max-depth', [string]$Depth)
        }
        foreach ($address in $Url) {
            Invoke-FtpxAs -Arguments (@('ls') + $options + @($address)) -Credential $Credential | ForEach-Object -Process {
                if ($_.type -eq 'entry') {
                    $_
                }
                elseif ($_.type -eq 'listing') {
                    foreach ($doubt in $_.doubts) {
                        Write-Warning -Message ('{0}: {1}' -f $_.folder, $doubt)
                    }
                }
            }
        }
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
    conservative, desktop-wan, server-wan, dtn-wan-10g, dtn-lan-10g, a file that ends in .json, or a profile with an overlay, as dtn-wan-10g+singlestream.
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
    Restart the adapters whose values were changed, which cuts their links for some seconds. Everything is set back unless Confirm-FtpxTuning is called in time.
    .PARAMETER ConfirmWithin
    Minutes, 1 to 1440: set everything back unless Confirm-FtpxTuning is called before.
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
        [int] $ConfirmWithin
    )

    $options = @('--json')
    if ($RestartAdapter) {
        $options += '--restart-adapters'
    }
    if ($PSBoundParameters.ContainsKey('ConfirmWithin')) {
        $options += @('--confirm-within', [string]$ConfirmWithin)
    }
    if ($PSCmdlet.ShouldProcess($env:COMPUTERNAME, 'Apply the profile ' + $ProfileName)) {
        Invoke-Ftpx -Arguments (@('tune', 'apply', $ProfileName, '--yes') + $options)
    }
    elseif ($WhatIfPreference) {
        Invoke-Ftpx -Arguments @('tune', 'apply', $ProfileName, '--what-if', '--json')
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
    Sets back what was changed, the last change first.
    .DESCRIPTION
    Runs ftpx tune rollback, which needs a terminal of an administrator, and hands out how it ended ('tune_result').
    .PARAMETER Id
    As Get-FtpxTuningHistory names it; the last that is in force unless given.
    .PARAMETER Force
    Set back what somebody else has changed since, too.
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
    'Get-FtpxTuning',
    'Get-FtpxTuningHistory',
    'Compare-FtpxTuning',
    'Set-FtpxTuning',
    'Confirm-FtpxTuning',
    'Restore-FtpxTuning'
)
